//! A static file server for a built page, as plain as a static host.

use crate::Outcome;
use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Serves one folder on a free local port; ends with this value.
pub struct Server {
    address: SocketAddr,
    ends: Arc<AtomicBool>,
}

impl Server {
    /// Serves this folder. Each connection has a thread and one answer, so that none waits for another.
    pub fn start(folder: &Path) -> Outcome<Server> {
        if !folder.join("index.html").is_file() {
            return Err(format!("{} has no index.html", folder.display()).into());
        }
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let server = Server { address: listener.local_addr()?, ends: Arc::default() };
        let (ends, folder) = (Arc::clone(&server.ends), folder.to_path_buf());
        std::thread::spawn(move || {
            for connection in listener.incoming() {
                if ends.load(Ordering::Relaxed) {
                    break;
                }
                let (Ok(connection), folder) = (connection, folder.clone()) else { continue };
                // The browser may have gone on to another page; nobody waits for this answer then.
                std::thread::spawn(move || drop(answer(&folder, connection)));
            }
        });
        Ok(server)
    }

    /// The address of a path below the folder.
    pub fn url(&self, path: &str) -> String {
        format!("http://{}/{}", self.address, path.trim_start_matches('/'))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.ends.store(true, Ordering::Relaxed);
        // Wakes the thread; if that fails it sleeps on, and ends with the process.
        let _ = TcpStream::connect(self.address);
    }
}

fn answer(folder: &Path, mut connection: TcpStream) -> std::io::Result<()> {
    let mut lines = BufReader::new(connection.try_clone()?).lines();
    let request = lines.next().transpose()?.unwrap_or_default();
    // The headers say nothing that matters here, but a connection closed over unread bytes is an error to the browser.
    while lines.next().transpose()?.is_some_and(|line| !line.is_empty()) {}
    let file = request.split(' ').nth(1).and_then(|url| file_for(folder, url));
    let (status, kind, bytes) = match file.and_then(|file| Some((std::fs::read(&file).ok()?, file))) {
        Some((bytes, file)) => ("200 OK", mime_type(&file), bytes),
        None => ("404 Not Found", "text/plain; charset=utf-8", b"not here".to_vec()),
    };
    // A page in a sandboxed frame has no origin, so that its own module is foreign to it.
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
         Access-Control-Allow-Origin: *\r\nConnection: close\r\n\r\n",
        bytes.len()
    );
    connection.write_all(head.as_bytes())?;
    connection.write_all(&bytes)
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
