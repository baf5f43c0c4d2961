//! Where each lane lies, from what there is to show and the room for it.

use asrpt_core::run::Run;

use crate::draw::scale::{TimeScale, Window};

/// A lane's place from its top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Band {
    pub top: f64,
    pub height: f64,
}

impl Band {
    /// Its lower edge.
    pub fn bottom(self) -> f64 {
        self.top + self.height
    }

    /// Its middle.
    pub fn middle(self) -> f64 {
        self.top + self.height / 2.0
    }
}

/// What the layout depends on besides the room.
#[derive(Clone, Debug, PartialEq)]
pub struct Wanted {
    /// GPUs by server.
    pub gpus: Vec<u32>,
    /// Whether the policy runs the virtual machine.
    pub virtual_machine: bool,
    /// Lanes that were switched on or off by hand.
    pub chosen: Chosen,
}

/// Lanes that come and go with the room, unless they are switched on or off by hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Chosen {
    pub links: Option<bool>,
    pub work_left: Option<bool>,
}

impl Chosen {
    fn allows(self, extras: Extras) -> bool {
        let agrees = |chosen: Option<bool>, shown| chosen.is_none_or(|chosen| chosen == shown);
        agrees(self.links, extras.links) && agrees(self.work_left, extras.work)
    }
}

impl Wanted {
    /// What a run wants.
    pub fn of(run: &Run, chosen: Chosen) -> Self {
        Self {
            gpus: run.instance.cluster.servers.iter().map(|server| server.gpus).collect(),
            virtual_machine: run.policy.uses_virtual_machine(),
            chosen,
        }
    }
}

/// The two rails of the order lane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rails {
    pub band: Band,
    pub upper: f64,
    pub lower: f64,
}

/// Where everything lies.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    pub width: f64,
    pub height: f64,
    /// Small screens: short names, no facts in the gutter.
    pub compact: bool,
    /// Where time begins.
    pub left: f64,
    /// Where time ends.
    pub right: f64,
    /// The line under the ruler.
    pub ruler: f64,
    /// The virtual machine with its arrivals; a line of text where the policy has none.
    pub machine: Band,
    /// The bars of the virtual machine within `machine`.
    pub machine_bars: Band,
    /// Work left, if there is room and a virtual machine.
    pub work_left: Option<Band>,
    pub order: Rails,
    /// Servers in the cluster lane; fewer than there are where they would get too thin.
    pub servers: Vec<Band>,
    /// Height of a GPU's row; under [`LEAST_ROW`] the GPUs of a server are one row with a filled height.
    pub row: f64,
    /// The links of each server shown; empty where there is no room for them.
    pub links: Vec<Band>,
    /// The legend's baseline, if there is room.
    pub legend: Option<f64>,
    /// The end of the lanes.
    pub bottom: f64,
}

/// Least height of a GPU's own row.
pub const LEAST_ROW: f64 = 8.0;
/// Height that the shared row of a server should have with its gap, and the least it gets without.
const SHARED_ROW: f64 = 22.0;
const LEAST_SERVER: f64 = 3.0;
const RULER: f64 = 26.0;
const LEGEND: f64 = 24.0;
const LINK: f64 = 16.0;
const COMPACT_HEAD: f64 = 8.0;
/// What the gutter has to say about the links takes so much.
const LINKS_FACTS: f64 = 54.0;

struct Sizes {
    gap: f64,
    machine: f64,
    bars: f64,
    work: f64,
    order: f64,
    between_servers: f64,
    most_row: f64,
    /// Height of a server's links with the gap above them.
    link: f64,
}

impl Sizes {
    fn of(compact: bool, virtual_machine: bool, servers: usize) -> Self {
        let (machine, work) = match (virtual_machine, compact) {
            (true, false) => (48.0, 60.0),
            (true, true) => (44.0, 40.0),
            (false, _) => (26.0, 0.0),
        };
        Self {
            gap: if compact { 9.0 } else { 12.0 },
            machine,
            bars: if compact { 20.0 } else { 22.0 },
            work,
            order: if compact { 62.0 } else { 74.0 },
            between_servers: if compact { 5.0 } else { 7.0 },
            most_row: if compact { 18.0 } else { 36.0 },
            link: if compact { 13.0 } else { LINK.max(LINKS_FACTS / servers.max(1) as f64) },
        }
    }

    fn besides_the_cluster(&self, extras: Extras, servers: usize) -> f64 {
        let work = if extras.work && self.work > 0.0 { self.work + self.gap } else { 0.0 };
        let links = if extras.links { self.gap + COMPACT_HEAD + servers as f64 * self.link } else { 0.0 };
        let below = if extras.legend { LEGEND } else { 0.0 };
        RULER + self.machine + self.gap + work + self.order + self.gap + links + below + 8.0
    }
}

/// How the height is shared out.
struct Plan {
    legend: bool,
    links: bool,
    work: f64,
    order: f64,
    /// Height of a GPU's row.
    row: f64,
    /// Between two servers.
    gap: f64,
    /// How many servers are shown.
    shown: usize,
}

/// What is shown besides the virtual machine, the order and the cluster.
#[derive(Clone, Copy)]
struct Extras {
    legend: bool,
    links: bool,
    work: bool,
}

/// What goes where it is tight, in this order: the legend, then the links, then work left.
const EXTRAS: [Extras; 6] = [
    Extras { legend: true, links: true, work: true },
    Extras { legend: false, links: true, work: true },
    Extras { legend: false, links: false, work: true },
    Extras { legend: false, links: false, work: false },
    // These only by hand.
    Extras { legend: true, links: true, work: false },
    Extras { legend: false, links: true, work: false },
];

impl Plan {
    fn new(height: f64, sizes: &Sizes, wanted: &Wanted, compact: bool) -> Self {
        let gpus = &wanted.gpus[..];
        let room = |extras: Extras| {
            let legend = extras.legend && !compact;
            height - sizes.besides_the_cluster(Extras { legend, ..extras }, gpus.len())
        };
        let between = gpus.len().saturating_sub(1) as f64 * sizes.between_servers;
        let rows = gpus.iter().map(|&g| f64::from(g)).sum::<f64>().max(1.0);
        let allowed = EXTRAS.into_iter().filter(|&extras| wanted.chosen.allows(extras));
        let fits = |least: f64| allowed.clone().find(|&extras| room(extras) >= least);
        let most_room = |best: Extras, extras: Extras| if room(extras) > room(best) { extras } else { best };
        let least = || allowed.clone().reduce(most_room).unwrap_or(EXTRAS[3]);
        match fits(between + rows * LEAST_ROW) {
            Some(extras) => Self::own_rows(room(extras) - between, rows, sizes, extras, gpus.len(), compact),
            None => {
                let extras = fits(gpus.len() as f64 * SHARED_ROW).unwrap_or_else(least);
                Self::shared_rows(room(extras), sizes, extras, gpus, compact)
            }
        }
    }

    /// A row for each GPU. What they don't need goes to work left and to the order.
    fn own_rows(room: f64, rows: f64, sizes: &Sizes, extras: Extras, shown: usize, compact: bool) -> Self {
        let row = (room / rows).min(sizes.most_row);
        let mut over = room - row * rows;
        let work = if extras.work && sizes.work > 0.0 {
            let more = (over * 0.65).min(if compact { 40.0 } else { 150.0 });
            over -= more;
            sizes.work + more
        } else {
            0.0
        };
        let order = sizes.order + over.min(if compact { 24.0 } else { 64.0 });
        let (legend, links) = (extras.legend && !compact, extras.links);
        Self { legend, links, work, order, row, gap: sizes.between_servers, shown }
    }

    /// A row for each server, and where even these get too thin, only as many servers as can be seen.
    fn shared_rows(room: f64, sizes: &Sizes, extras: Extras, gpus: &[u32], compact: bool) -> Self {
        // Links are drawn of the servers that are shown alone.
        let link = if extras.links { sizes.link } else { 0.0 };
        let room = (room + link * gpus.len() as f64).max(40.0 + link);
        let gaps = gpus.len().saturating_sub(1).max(1) as f64;
        let gap = (room * 0.25 / gaps).clamp(1.0, sizes.between_servers);
        let shown = (((room + gap) / (LEAST_SERVER + gap + link)) as usize).clamp(1, gpus.len().max(1));
        let rows = gpus.iter().take(shown).map(|&g| f64::from(g)).sum::<f64>().max(1.0);
        let row = ((room - link * shown as f64 - gap * (shown - 1) as f64) / rows).min(LEAST_ROW - 0.01);
        let work = if extras.work { sizes.work } else { 0.0 };
        let (legend, links) = (extras.legend && !compact, extras.links);
        Self { legend, links, work, order: sizes.order, row, gap, shown }
    }
}

impl Layout {
    /// The layout for a room of so many pixels.
    pub fn fit(width: f64, height: f64, compact: bool, wanted: &Wanted) -> Self {
        let sizes = Sizes::of(compact, wanted.virtual_machine, wanted.gpus.len());
        let plan = Plan::new(height, &sizes, wanted, compact);
        Self::place(width, height, compact, wanted, &sizes, &plan)
    }

    fn place(width: f64, height: f64, compact: bool, wanted: &Wanted, sizes: &Sizes, plan: &Plan) -> Self {
        let machine = Band { top: RULER, height: sizes.machine };
        let machine_bars = Band { top: machine.top + 17.0, height: sizes.bars };
        let mut y = machine.bottom() + sizes.gap;
        let work_left = (plan.work > 0.0).then(|| {
            let band = Band { top: y - 4.0, height: plan.work };
            y = band.bottom() + sizes.gap;
            band
        });
        let band = Band { top: y, height: plan.order };
        let order = Rails { band, upper: y + if compact { 15.0 } else { 18.0 }, lower: band.bottom() - 18.0 };
        y = band.bottom() + sizes.gap - 2.0;
        let mut servers = Vec::with_capacity(plan.shown);
        for &gpus in wanted.gpus.iter().take(plan.shown) {
            let server = Band { top: y, height: f64::from(gpus) * plan.row };
            servers.push(server);
            y = server.bottom() + plan.gap;
        }
        // On small screens the lane's name stands above its rows.
        let head = if compact { COMPACT_HEAD } else { 0.0 };
        y = servers.last().map_or(y, |last| last.bottom()) + sizes.gap + head;
        let shown = if plan.links { plan.shown } else { 0 };
        let links: Vec<Band> = (0..shown)
            .map(|at| Band { top: y + at as f64 * sizes.link + 2.0, height: sizes.link - 2.0 })
            .collect();
        let bottom = links.last().or(servers.last()).map_or(y, |last| last.bottom()) + 4.0;
        Self {
            width,
            height,
            compact,
            left: if compact { 54.0 } else { 120.0 },
            right: width - if compact { 10.0 } else { 16.0 },
            ruler: 20.5,
            machine,
            machine_bars,
            work_left,
            order,
            servers,
            row: plan.row,
            links,
            legend: plan.legend.then_some(height - 8.0),
            bottom,
        }
    }

    /// The time scale over these lanes.
    pub fn scale(&self, window: Window) -> TimeScale {
        TimeScale { window, left: self.left, right: self.right.max(self.left + 1.0) }
    }

    /// Whether the GPUs of a server share one row.
    pub fn merged(&self) -> bool {
        self.row < LEAST_ROW
    }

    /// The row of a GPU.
    pub fn gpu(&self, server: usize, gpu: u32) -> Band {
        Band { top: self.servers[server].top + f64::from(gpu) * self.row, height: self.row }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wanted(gpus: &[u32]) -> Wanted {
        Wanted { gpus: gpus.to_vec(), virtual_machine: true, chosen: Chosen::default() }
    }

    #[test]
    fn lanes_follow_one_another_and_stay_inside() {
        for (width, height, compact, gpus) in [
            (840.0, 560.0, false, vec![4, 4]),
            (840.0, 560.0, false, vec![4, 4, 4, 4]),
            (340.0, 420.0, true, vec![4, 4]),
            (840.0, 560.0, false, vec![8; 8]),
        ] {
            let l = Layout::fit(width, height, compact, &wanted(&gpus));
            let work = l.work_left.map_or(l.machine.bottom(), Band::bottom);
            assert!(
                l.machine_bars.bottom() <= work && work <= l.order.upper && l.order.upper < l.order.lower
            );
            assert!(l.order.lower < l.servers[0].top);
            assert!(l.bottom <= height + 0.5, "{} of {height} for {gpus:?}", l.bottom);
        }
    }

    #[test]
    fn many_gpus_first_cost_the_legend_and_work_left_and_then_share_rows() {
        let roomy = Layout::fit(840.0, 560.0, false, &wanted(&[4, 4]));
        assert!(roomy.legend.is_some() && roomy.work_left.is_some() && !roomy.merged());
        assert_eq!(roomy.row, 36.0_f64.min(roomy.row));
        let tight = Layout::fit(840.0, 420.0, false, &wanted(&[8, 8, 8]));
        assert!(tight.legend.is_none() && !tight.merged());
        let full = Layout::fit(840.0, 500.0, false, &wanted(&[8; 8]));
        assert!(full.work_left.is_some() && full.merged());
        let huge = Layout::fit(840.0, 560.0, false, &wanted(&[8; 16_384]));
        assert!(huge.servers.len() < 100 && huge.bottom <= 560.0, "{} servers", huge.servers.len());
        // Most of the room is the servers' where there are many, whatever else they cost.
        let many = Layout::fit(840.0, 540.0, false, &wanted(&[8; 64]));
        assert!(many.links.is_empty() && many.work_left.is_none(), "{many:?}");
        assert!(many.servers.len() == 64 && many.bottom > 480.0, "{} to {}", many.servers.len(), many.bottom);
        let low = Layout::fit(840.0, 380.0, false, &wanted(&[8; 8]));
        assert!(low.work_left.is_none() && low.merged());
    }

    #[test]
    fn lanes_can_be_switched_on_and_off_by_hand() {
        let with =
            |height, chosen| Layout::fit(840.0, height, false, &Wanted { chosen, ..wanted(&[8, 8, 8]) });
        let low = with(430.0, Chosen::default());
        assert!(low.links.is_empty());
        let forced = with(430.0, Chosen { links: Some(true), work_left: None });
        assert_eq!(forced.links.len(), 3);
        assert!(forced.bottom <= 430.5, "{}", forced.bottom);
        let alone = with(430.0, Chosen { links: Some(true), work_left: Some(false) });
        assert!(alone.work_left.is_none() && alone.links.len() == 3);
        let chosen = Chosen { links: Some(true), work_left: None };
        let many = Layout::fit(840.0, 560.0, false, &Wanted { chosen, ..wanted(&[8; 64]) });
        assert!(
            many.links.len() == many.servers.len() && many.links.len() > 12,
            "{} links",
            many.links.len()
        );
        assert!(many.bottom <= 560.5 && many.bottom > 500.0, "{}", many.bottom);
        let without = with(900.0, Chosen { links: Some(false), work_left: Some(false) });
        assert!(without.links.is_empty() && without.work_left.is_none());
    }

    #[test]
    fn without_a_virtual_machine_its_lanes_make_room() {
        let none = Wanted { virtual_machine: false, ..wanted(&[4, 4]) };
        let l = Layout::fit(840.0, 560.0, false, &none);
        assert!(l.work_left.is_none());
        assert!(l.order.upper < Layout::fit(840.0, 560.0, false, &wanted(&[4, 4])).order.upper);
    }
}
