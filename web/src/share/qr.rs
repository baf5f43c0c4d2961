//! A link as a QR code.

use qrcodegen::{QrCode, QrCodeEcc};

/// White around the code that readers need, in modules.
const QUIET: i32 = 4;

/// The dark modules as one SVG path, and the side with the quiet zone.
pub fn path(text: &str) -> Option<(String, i32)> {
    let code = QrCode::encode_text(text, QrCodeEcc::Low).ok()?;
    let mut path = String::new();
    for y in 0..code.size() {
        let mut x = 0;
        while x < code.size() {
            let length = (x..code.size()).take_while(|&x| code.get_module(x, y)).count() as i32;
            if length > 0 {
                path += &format!("M{} {}h{length}v1h-{length}z", x + QUIET, y + QUIET);
            }
            x += length.max(1);
        }
    }
    Some((path, code.size() + 2 * QUIET))
}

/// The code as an SVG file, always dark on white: readers want it so in a dark page, too.
pub fn svg(text: &str, side_px: u32) -> Option<String> {
    let (path, side) = path(text)?;
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{side_px}\" height=\"{side_px}\" viewBox=\"0 0 {side} {side}\" \
         shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h{side}v{side}H0z\"/><path fill=\"#000\" d=\"{path}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_has_as_many_dark_modules_as_the_code() {
        let text = "https://lab.example/#1abc";
        let code = QrCode::encode_text(text, QrCodeEcc::Low).unwrap();
        let dark: i32 = (0..code.size())
            .flat_map(|y| (0..code.size()).map(move |x| (x, y)))
            .filter(|&(x, y)| code.get_module(x, y))
            .count() as i32;
        let (path, side) = path(text).unwrap();
        let lengths = path.split('h').skip(1).filter_map(|part| part.split('v').next()?.parse::<i32>().ok());
        assert_eq!(lengths.filter(|&length| length > 0).sum::<i32>(), dark);
        assert_eq!(side, code.size() + 8);
        assert!(svg(text, 240).unwrap().starts_with("<svg"));
    }

    #[test]
    fn too_much_has_no_code() {
        assert!(path(&"x".repeat(5_000)).is_none());
    }
}
