//! Names under which traces and people know the models.

/// Other names, by letters and digits alone, and the architecture that stands for them. Where the named model isn't in
/// the library itself, the nearest one is taken, and the comment says so.
pub const ALIASES: [(&str, &str); 20] = [
    ("vgg", "vgg16"),
    // The VGG of 13 layers computes a quarter less and sends as much.
    ("vgg13", "vgg16"),
    ("resnet", "resnet50"),
    ("resnet50v15", "resnet50"),
    ("inception", "inception-v3"),
    ("inceptionv3", "inception-v3"),
    ("inception3", "inception-v3"),
    ("bert", "bert-large"),
    ("bertlargeuncased", "bert-large"),
    ("xlnet", "xlnet-large"),
    ("xlnetlargecased", "xlnet-large"),
    ("t5", "t5-large"),
    ("gpt13b", "gpt-13b"),
    ("gpt313b", "gpt-13b"),
    ("gpt3", "gpt-175b"),
    ("gpt175b", "gpt-175b"),
    ("gpt3175b", "gpt-175b"),
    ("mixtral", "mixtral-8x7b"),
    ("moe", "mixtral-8x7b"),
    ("mixtureofexperts", "mixtral-8x7b"),
];

/// The architecture's id.
pub(super) fn resolve(name: &str) -> Option<&'static str> {
    let plain = plain(name);
    let by_id = super::models().find(|id| self::plain(id) == plain);
    by_id.or_else(|| ALIASES.iter().find(|(alias, _)| *alias == plain).map(|(_, id)| *id))
}

fn plain(name: &str) -> String {
    name.chars().filter(char::is_ascii_alphanumeric).map(|c| c.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_alias_leads_to_a_model_and_hides_none() {
        for (alias, id) in ALIASES {
            assert_eq!(plain(alias), alias);
            assert_eq!(resolve(alias), Some(id), "{alias}");
        }
        assert_eq!(resolve("ResNet-152"), Some("resnet152"));
        assert_eq!(resolve("alexnet"), None);
    }
}
