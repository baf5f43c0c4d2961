//! Where two result documents differ.

use serde_json::Value;

/// Adds the differences of `ours` from `expected`; keys that only ours has are allowed.
pub fn differences(path: &str, expected: &Value, ours: &Value, tolerance: f64, found: &mut Vec<String>) {
    match (expected, ours) {
        (Value::Object(expected), Value::Object(ours)) => {
            for (key, value) in expected {
                let other = ours.get(key).unwrap_or(&Value::Null);
                differences(&format!("{path}.{key}"), value, other, tolerance, found);
            }
        }
        (Value::Array(expected), Value::Array(ours)) if expected.len() == ours.len() => {
            for (at, (value, other)) in expected.iter().zip(ours).enumerate() {
                differences(&format!("{path}[{at}]"), value, other, tolerance, found);
            }
        }
        (Value::Number(e), Value::Number(o)) if e.is_f64() || o.is_f64() => {
            let (e, o) = (e.as_f64().unwrap(), o.as_f64().unwrap());
            if (e - o).abs() > tolerance * e.abs() {
                found.push(format!("{path}: expected {e}, got {o}"));
            }
        }
        _ if expected == ours => {}
        _ => found.push(format!("{path}: expected {expected:.300}, got {ours:.300}")),
    }
}
