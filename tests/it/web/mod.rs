//! The server of `chase play --web`, over plain sockets: who is let in, who sees what, and that nobody who looks on
//! changes anything.

mod guard;
mod sight;

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::Value;

use crate::harness::{Place, program};

/// A program that serves a game; it is stopped with its test.
pub struct Served {
    child: Child,
    port: u16,
    /// The keys of its addresses, in their order.
    pub keys: Vec<String>,
}

/// An answer: its status, its head and its body.
pub struct Answer {
    pub status: u16,
    head: String,
    pub body: String,
}

impl Answer {
    /// Of everything that came.
    fn of(bytes: &[u8]) -> Self {
        let text = String::from_utf8_lossy(bytes).into_owned();
        let (head, body) = text.split_once("\r\n\r\n").unwrap_or((&text, ""));
        let status = head.split(' ').nth(1).and_then(|it| it.parse().ok());
        Answer {
            status: status.unwrap_or_else(|| panic!("no answer: {text}")),
            head: head.to_owned(),
            body: body.to_owned(),
        }
    }

    pub fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

impl Served {
    /// Starts `chase play ARGS --web` in a place.
    pub fn play(place: &Place, args: &[&str]) -> Self {
        let mut child = Command::new(program())
            .arg("play")
            .args(args)
            .args(["--web", "--no-open"])
            .current_dir(place.path())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("it starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let addresses = lines.by_ref().map_while(Result::ok);
        let addresses = addresses.take_while(|line| !line.starts_with("Ctrl-C"));
        let pairs: Vec<(u16, String)> = addresses
            .filter_map(|line| {
                let (_, address) = line.split_once("http://127.0.0.1:")?;
                let (port, key) = address.split_once("/#key=")?;
                Some((port.parse().ok()?, key.to_owned()))
            })
            .collect();
        assert!(!pairs.is_empty(), "{args:?}: no addresses");
        Served { child, port: pairs[0].0, keys: pairs.into_iter().map(|(_, key)| key).collect() }
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        let limit = Some(Duration::from_secs(30));
        stream.set_read_timeout(limit).expect("a limit");
        stream
    }

    /// What comes back for these bytes, to the end of the connection.
    fn say(&self, request: &str) -> Answer {
        let mut stream = self.connect();
        // A server that has heard enough closes.
        let _ = stream.write_all(request.as_bytes());
        let mut bytes = Vec::new();
        let _ = stream.read_to_end(&mut bytes);
        Answer::of(&bytes)
    }

    fn request(&self, line: &str, key: usize, more: &str, body: &str) -> String {
        format!(
            "{line} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nAuthorization: Bearer {}\r\nConnection: close\r\n\
             {more}Content-Length: {}\r\n\r\n{body}",
            self.port,
            self.keys[key],
            body.len()
        )
    }

    pub fn get(&self, key: usize, path: &str) -> Answer {
        self.say(&self.request(&format!("GET {path}"), key, "", ""))
    }

    pub fn post(&self, key: usize, path: &str, body: &str) -> Answer {
        let more =
            format!("Origin: http://127.0.0.1:{}\r\nContent-Type: application/json\r\n", self.port);
        self.say(&self.request(&format!("POST {path}"), key, &more, body))
    }

    /// The newest moment of a view, once somebody is asked there or the game is over.
    pub fn asked(&self, key: usize, seat: &str) -> Value {
        for _ in 0..1_000 {
            let now = self.get(key, &format!("/now{seat}"));
            if now.status == 200 {
                let now = now.json();
                let is_asked = now["choices"].as_array().is_some_and(|it| !it.is_empty());
                if is_asked || now["over"] == true {
                    return now;
                }
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("nobody is asked");
    }

    /// Plays a choice of a moment, by its number.
    pub fn choose(&self, key: usize, now: &Value, choice: usize) -> Answer {
        let choice = &now["choices"][choice];
        let body = serde_json::json!({
            "scene": now["scene"], "clicks": choice["clicks"], "button": choice["button"],
        });
        self.post(key, "/act", &body.to_string())
    }

    /// Ends it at once, as nothing can be done about.
    pub fn kill(mut self) {
        self.child.kill().expect("the child is ours");
        self.child.wait().expect("it ends");
    }

    /// Ends it as Ctrl-C does; its status.
    pub fn end(mut self) -> Option<i32> {
        let id = self.child.id().to_string();
        let killed = Command::new("kill").args(["-INT", &id]).status();
        assert!(killed.expect("kill").success());
        self.child.wait().expect("it ends").code()
    }
}

impl Drop for Served {
    fn drop(&mut self) {
        // One that ended by itself is there no more.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
