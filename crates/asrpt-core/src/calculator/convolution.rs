//! Convolutional networks, from the shapes of their convolutions.

use super::{Blueprint, Derivation, Layer};

const COUNTED: &str = "counted from the shapes";

/// A convolution; a fully connected layer is one with a 1 × 1 kernel and a 1 × 1 output.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Convolution {
    /// Height and width of the kernel.
    pub kernel: [u32; 2],
    /// Channels in.
    pub inputs: u32,
    /// Channels out.
    pub outputs: u32,
    /// Height and width of the output.
    pub size: [u32; 2],
}

impl Convolution {
    fn weights(&self) -> f64 {
        f64::from(self.kernel[0])
            * f64::from(self.kernel[1])
            * f64::from(self.inputs)
            * f64::from(self.outputs)
    }

    fn positions(&self) -> f64 {
        f64::from(self.size[0]) * f64::from(self.size[1])
    }
}

/// Layers that stay together on a GPU: their joint output is one tensor.
#[derive(Clone, Debug, PartialEq)]
pub struct Unit {
    /// Shown to people.
    pub name: String,
    /// Its convolutions.
    pub convolutions: Vec<Convolution>,
    /// Parameters per output channel besides the weights: 1 for a bias, 2 for batch normalisation.
    pub per_channel: f64,
    /// Elements handed on per image, after pooling.
    pub output_elements: f64,
}

/// The layers of a convolutional network.
pub fn convolutional(units: &[Unit]) -> Blueprint {
    let mut derivation = Derivation::default();
    let layers = units.iter().map(|unit| layer(unit, &mut derivation)).collect();
    Blueprint { layers, derivation }
}

fn layer(unit: &Unit, derivation: &mut Derivation) -> Layer {
    let of = |each: &dyn Fn(&Convolution) -> f64| unit.convolutions.iter().map(each).sum::<f64>();
    let parameters = derivation.step(
        format!("parameters of {}", unit.name),
        format!("sum of kernel · channels in · channels out + {} · channels out", unit.per_channel),
        of(&|c| c.weights() + unit.per_channel * f64::from(c.outputs)),
        "",
        COUNTED,
    );
    let forward_flops = derivation.step(
        format!("forward FLOPs of {}", unit.name),
        "sum of 2 · kernel · channels in · channels out · output height · output width",
        of(&|c| 2.0 * c.weights() * c.positions()),
        "FLOP per sample",
        COUNTED,
    );
    let output_elements = derivation.step(
        format!("output of {}", unit.name),
        "channels · height · width after pooling",
        unit.output_elements,
        "elements per sample",
        COUNTED,
    );
    Layer {
        name: unit.name.clone(),
        parameters,
        forward_flops,
        recomputable_flops: forward_flops,
        output_elements,
        weight: forward_flops,
        ..Layer::default()
    }
}
