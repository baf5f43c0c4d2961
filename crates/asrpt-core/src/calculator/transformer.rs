//! Transformers: parameters, FLOPs and activations of each block.
//!
//! Symbols: h hidden size, f feed-forward size, V vocabulary, s sequence length, a heads of size h / a. With f = 4 · h
//! the sums equal the closed forms of the Megatron-LM papers: 12 · l · h² · (1 + 13 / (12 · h) + (V + s) / (12 · l · h))
//! parameters and, with everything recomputed, 96 · B · s · l · h² · (1 + s / (6 · h) + V / (16 · l · h)) FLOPs.

use super::stage::MEGATRON_2021;
use super::{Blueprint, Derivation, Layer};

const SWITCH: &str = "Fedus et al., Switch Transformers, 2021 (arXiv:2101.03961), section 2";

/// A transformer, dense or with experts in every block.
#[derive(Clone, Debug, PartialEq)]
pub struct Transformer {
    /// Blocks l of the decoder-only or encoder-only stack, or of the encoder.
    pub layers: u32,
    /// Hidden size h.
    pub hidden: u32,
    /// Attention heads a.
    pub heads: u32,
    /// Heads of keys and values: fewer than `heads` in grouped-query attention.
    pub kv_heads: u32,
    /// Further h × h projections of an attention, such as XLNet's of relative positions.
    pub extra_projections: u32,
    /// Feed-forward size f.
    pub ffn: u32,
    /// Matrices of a feed-forward layer: 2, or 3 where it is gated.
    pub ffn_matrices: u32,
    /// Vocabulary V.
    pub vocabulary: u32,
    /// Rows of a learned table of positions; 0 where positions are computed.
    pub positions: u32,
    /// Sequence length s of those blocks, in tokens.
    pub sequence: u32,
    /// Whether the output layer is the input embedding again.
    pub tied: bool,
    /// The share of positions that are predicted: 1 for language models, about 0.15 for BERT.
    pub predicted_share: f64,
    /// A decoder that attends to the stack above, as in T5.
    pub decoder: Option<Decoder>,
    /// Experts instead of each feed-forward layer.
    pub experts: Option<Experts>,
}

/// Decoder blocks with cross-attention.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decoder {
    /// Blocks.
    pub layers: u32,
    /// Its sequence length in tokens.
    pub sequence: u32,
}

/// A mixture of experts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Experts {
    /// Experts of a block.
    pub count: u32,
    /// Experts that each token goes to.
    pub active: u32,
}

impl Transformer {
    /// The shape of GPT: f = 4 · h, learned positions, tied embeddings, every position predicted.
    pub fn gpt(layers: u32, hidden: u32, heads: u32, vocabulary: u32, sequence: u32) -> Self {
        Self {
            layers,
            hidden,
            heads,
            kv_heads: heads,
            extra_projections: 0,
            ffn: 4 * hidden,
            ffn_matrices: 2,
            vocabulary,
            positions: sequence,
            sequence,
            tied: true,
            predicted_share: 1.0,
            decoder: None,
            experts: None,
        }
    }

    /// The embedding, the blocks and the output layer.
    pub fn blueprint(&self) -> Blueprint {
        let mut derivation = self.inputs();
        let mut layers = vec![self.embedding(&mut derivation)];
        let block = self.block(self.sequence.into(), None, &mut derivation);
        let word = if self.decoder.is_some() { "encoder" } else { "block" };
        layers.extend(numbered(&block, word, self.layers));
        let mut last_sequence = f64::from(self.sequence);
        if let Some(decoder) = self.decoder {
            last_sequence = decoder.sequence.into();
            let block = self.block(last_sequence, Some(self.sequence.into()), &mut derivation);
            layers.extend(numbered(&block, "decoder", decoder.layers));
        }
        layers.push(self.head(last_sequence, &mut derivation));
        Blueprint { layers, derivation }
    }

    fn inputs(&self) -> Derivation {
        let mut derivation = Derivation::default();
        let inputs = [
            ("blocks l", self.layers, ""),
            ("hidden size h", self.hidden, ""),
            ("attention heads a", self.heads, ""),
            ("heads of keys and values", self.kv_heads, ""),
            ("feed-forward size f", self.ffn, ""),
            ("matrices of a feed-forward layer", self.ffn_matrices, ""),
            ("vocabulary V", self.vocabulary, "tokens"),
            ("sequence length s", self.sequence, "tokens"),
        ];
        for (name, value, unit) in inputs {
            derivation.input(name, value.into(), unit);
        }
        derivation
    }

    fn embedding(&self, derivation: &mut Derivation) -> Layer {
        let h = f64::from(self.hidden);
        let rows = f64::from(self.vocabulary) + f64::from(self.positions);
        let parameters = derivation.step(
            "parameters of the embedding",
            "(V + positions) · h",
            rows * h,
            "",
            MEGATRON_2021,
        );
        Layer {
            name: "embedding".to_owned(),
            parameters,
            output_elements: f64::from(self.sequence) * h,
            ..Layer::default()
        }
    }

    /// h and the width of keys and values.
    fn widths(&self) -> (f64, f64) {
        let h = f64::from(self.hidden);
        (h, h * f64::from(self.kv_heads) / f64::from(self.heads))
    }

    /// One block over `s` tokens; with `encoder` tokens it attends to those as well.
    fn block(&self, s: f64, encoder: Option<f64>, derivation: &mut Derivation) -> Layer {
        let kind = if encoder.is_some() { "a decoder block" } else { "a block" };
        let (h, kv) = self.widths();
        let own = 2.0 * h * h + 2.0 * h * kv + f64::from(self.extra_projections) * h * h;
        let cross = if encoder.is_some() { 2.0 * h * h + 2.0 * h * kv } else { 0.0 };
        let ffn = f64::from(self.ffn_matrices) * h * f64::from(self.ffn);
        let attention_flops = 4.0 * s * (s + encoder.unwrap_or(0.0)) * h;
        let cross_flops = encoder.map_or(0.0, |e| 4.0 * (s * h * h + e * h * kv));
        let active = self.experts.map_or(1.0, |experts| f64::from(experts.active));
        let flops = 2.0 * s * (own + active * ffn) + cross_flops + attention_flops;
        derivation.step(
            format!("forward FLOPs of {kind}"),
            "2 · s · (attention projections + active feed-forward matrices) + 4 · s² · h, and the same for cross-attention",
            flops,
            "FLOP per sample",
            MEGATRON_2021,
        );
        let (parameters, expert_parameters) = self.block_parameters(own + cross, ffn, kind, derivation);
        let reduced = if encoder.is_some() { 3.0 } else { 2.0 } * s * h;
        Layer {
            parameters,
            expert_parameters,
            forward_flops: flops,
            attention_flops,
            recomputable_flops: flops,
            // A decoder hands the encoder's output on to the next decoder.
            output_elements: (s + encoder.unwrap_or(0.0)) * h,
            tensor_elements: reduced,
            expert_elements: self.experts.map_or(0.0, |experts| 2.0 * f64::from(experts.active) * s * h),
            weight: flops,
            ..Layer::default()
        }
    }

    fn block_parameters(
        &self,
        attention: f64,
        ffn: f64,
        kind: &str,
        derivation: &mut Derivation,
    ) -> (f64, f64) {
        let (h, f) = (f64::from(self.hidden), f64::from(self.ffn));
        let small = 9.0 * h + f;
        let (name, source) = (format!("parameters of {kind}"), MEGATRON_2021);
        let Some(experts) = self.experts else {
            let formula = "attention projections + feed-forward matrices + 9 · h + f (biases, layer norms)";
            return (derivation.step(name, formula, attention + ffn + small, "", source), 0.0);
        };
        let count = f64::from(experts.count);
        let formula = "attention projections + router + 9 · h + f (biases, layer norms)";
        let dense = derivation.step(name, formula, attention + count * h + small, "", source);
        let name = format!("expert parameters of {kind}");
        (dense, derivation.step(name, "experts · feed-forward matrices", count * ffn, "", SWITCH))
    }

    fn head(&self, s: f64, derivation: &mut Derivation) -> Layer {
        let matrix = f64::from(self.hidden) * f64::from(self.vocabulary);
        let forward_flops = derivation.step(
            "forward FLOPs of the output layer",
            "2 · s · predicted share · h · V",
            2.0 * s * self.predicted_share * matrix,
            "FLOP per sample",
            MEGATRON_2021,
        );
        let (parameters, copied_parameters) = if self.tied { (0.0, matrix) } else { (matrix, 0.0) };
        Layer { name: "output".to_owned(), parameters, copied_parameters, forward_flops, ..Layer::default() }
    }
}

fn numbered(block: &Layer, word: &str, count: u32) -> impl Iterator<Item = Layer> {
    (1..=count).map(move |number| Layer { name: format!("{word} {number}"), ..block.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(ours: f64, theirs: f64) {
        assert!((ours / theirs - 1.0).abs() < 1e-12, "{ours} is not {theirs}");
    }

    #[test]
    fn sums_equal_the_closed_forms_of_the_papers() {
        let (l, h, v, s) = (96.0, 12_288.0, 51_200.0, 2048.0);
        let gpt = Transformer::gpt(96, 12_288, 96, 51_200, 2048).blueprint();
        near(gpt.parameters(), 12.0 * l * h * h * (1.0 + 13.0 / (12.0 * h) + (v + s) / (12.0 * l * h)));
        let closed = 72.0 * s * l * h * h * (1.0 + s / (6.0 * h) + v / (12.0 * l * h));
        near(3.0 * gpt.forward_flops(), closed);
        let again: f64 = gpt.layers.iter().map(|layer| layer.recomputable_flops).sum();
        let closed = 96.0 * s * l * h * h * (1.0 + s / (6.0 * h) + v / (16.0 * l * h));
        near(3.0 * gpt.forward_flops() + again, closed);
    }
}
