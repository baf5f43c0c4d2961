//! A static file server for a built page, as plain as a static host.

use crate::Outcome;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use tiny_http::{Header, Request, Response};

/// Serves one folder on a free local port; ends with this value.
pub struct Server {
    http: Arc<tiny_http::Server>,
    port: u16,
}

impl Server {
    /// Serves this folder.
    pub fn start(folder: &Path) -> Outcome<Server> {
        if !folder.join("index.html").is_file() {
            return Err(format!("{} has no index.html", folder.display()).into());
        }
        let http = Arc::new(tiny_http::Server::http("127.0.0.1:0")?);
        let port = http.server_addr().to_ip().ok_or("no port")?.port();
        let (server, folder) = (Arc::clone(&http), folder.to_path_buf());
        std::thread::spawn(move || {
            for request in server.incoming_requests() {
                // The browser may have gone on to another page; nobody waits for this answer then.
                let _ = answer(&folder, request);
            }
        });
        Ok(Server { http, port })
    }

    /// The address of a path below the folder.
    pub fn url(&self, path: &str) -> String {
        format!("http://127.0.0.1:{}/{}", self.port, path.trim_start_matches('/'))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.http.unblock();
    }
}

fn answer(folder: &Path, request: Request) -> std::io::Result<()> {
    let file = file_for(folder, request.url());
    match file.and_then(|file| Some((std::fs::read(&file).ok()?, file))) {
        Some((bytes, file)) => {
            let response = Response::from_data(bytes)
                .with_header(header("Content-Type", mime_type(&file)))
                // A page in a sandboxed frame has no origin, so that its own module is foreign to it.
                .with_header(header("Access-Control-Allow-Origin", "*"));
            request.respond(response)
        }
        None => request.respond(Response::from_string("not here").with_status_code(404)),
    }
}

/// The page is here a second time, as on a host that gives it only a folder.
const BELOW: &str = "below/a/path/";

/// The file a URL names; nothing outside the folder.
fn file_for(folder: &Path, url: &str) -> Option<PathBuf> {
    let path = url.split(['?', '#']).next()?.trim_start_matches('/');
    let path = path.strip_prefix(BELOW).unwrap_or(path);
    let path = Path::new(if path.is_empty() { "index.html" } else { path });
    let inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    inside.then(|| folder.join(path))
}

fn mime_type(file: &Path) -> &'static str {
    match file.extension().and_then(|extension| extension.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("css") => "text/css; charset=utf-8",
        Some("json") => "application/json",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        _ => "application/octet-stream",
    }
}

fn header(name: &str, value: &str) -> Header {
    Header::from_bytes(name, value).expect("names and values here are plain ASCII")
}
