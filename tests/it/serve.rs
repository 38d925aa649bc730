//! view --serve through its socket: who is let in, spans of a long replay, a folder, and its end.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crate::harness::{Place, program, project};

/// The program, serving.
struct Serving {
    child: Child,
    host: String,
    key: String,
}

impl Serving {
    fn begin(place: &Place, args: &[&str]) -> Self {
        let mut child = Command::new(program())
            .current_dir(place.path())
            .args(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().expect("a pipe"));
        out.read_line(&mut line).expect("a line");
        let (_, address) = line.split_once("http://").expect("an address");
        let (host, key) = address.trim_end().split_once("/#key=").expect("a key");
        let (host, key) = (host.to_owned(), key.to_owned());
        Serving { child, host, key }
    }

    /// What is answered, with its head.
    fn get(&self, path: &str, key: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).expect("a connection");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        let host = &self.host;
        let request = format!(
            "GET {path} HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {key}\r\nConnection: close\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).expect("a request");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    /// The body of a good answer.
    #[track_caller]
    fn fine(&self, path: &str) -> String {
        let answer = self.get(path, &self.key);
        assert!(answer.starts_with("HTTP/1.1 200"), "{path}: {answer}");
        let (_, body) = answer.split_once("\r\n\r\n").expect("a body");
        body.to_owned()
    }

    /// The body of an answer once it has this in it.
    fn until(&self, path: &str, part: &str) -> String {
        for _ in 0..1_000 {
            let body = self.fine(path);
            if body.contains(part) {
                return body;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        panic!("{path} never has {part}");
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        // It may have ended.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn spans_of_a_long_replay_are_served_in_any_order() {
    let place = Place::new();
    place.chase("new police --two-coloured --seed 1 -o m").fine();
    place
        .chase("record police m-cities.data m-agents.data 5000 1 -o long.chase --trace never")
        .fine();
    let serving = Serving::begin(&place, &["view", "long.chase", "--serve", "--no-open"]);
    // given nothing on the page, and nobody let in without the key
    assert!(!serving.get("/", "").contains("long.chase"));
    for key in ["", "0123456789abcdef0123456789abcdef"] {
        assert!(serving.get("/head?replay=0", key).contains(" 403 "));
    }
    assert!(serving.fine("/head?replay=0").contains("\"span\":256"));
    // then each span is the same whichever way one comes to it
    let spans = |order: &[u64]| -> Vec<(u64, String)> {
        let span = |n: &u64| (*n, serving.fine(&format!("/span?replay=0&span={n}")));
        order.iter().map(span).collect()
    };
    let forward = spans(&(0..20).collect::<Vec<_>>());
    assert_eq!(forward[0].1.lines().count(), 256);
    assert_eq!(forward[19].1.lines().count(), 5_001 - 19 * 256);
    for (n, lines) in spans(&[19, 0, 7, 6, 16, 10, 3]) {
        assert_eq!(lines, forward[usize::try_from(n).unwrap_or(0)].1, "span {n}");
    }
    assert_eq!(serving.fine("/span?replay=0&span=20"), "");
    assert_eq!(serving.fine("/span?replay=0&span=18446744073709551615"), "");
    // and what there is to say of all of it comes in its time
    let overview = serving.until("/overview?replay=0", "\"done\":true");
    assert!(overview.contains("\"plots\":[{"), "{overview}");
    assert!(serving.get("/head?replay=1", &serving.key).contains(" 422 "));
    // and of damage, who looks through the eyes of others is not told where it is
    let mut bytes = place.read("long.chase");
    bytes[2_000] ^= 1;
    place.write("seed-1.chase", bytes);
    let args = ["view", "seed-1.chase", "--serve", "--no-open"];
    let [open, eyes] = [args.to_vec(), [&args[..], &["--as", "D2"]].concat()].map(|args| {
        let serving = Serving::begin(&place, &args);
        serving.get("/span?replay=0&span=1", &serving.key)
    });
    assert!(open.contains(" 422 ") && open.contains("seed-1.chase: byte"), "{open}");
    assert!(eyes.contains(" 422 ") && !eyes.contains("seed"), "{eyes}");
}

#[test]
fn a_folder_is_listed_without_being_read() {
    let place = Place::new();
    std::fs::create_dir(place.file("games")).expect("a folder");
    let text = std::fs::read(project("replays/police/S3.json")).expect("a replay");
    for n in 0..300 {
        place.write(&format!("games/{n:03}.json"), &text);
    }
    place.write("games/marks.json", "{\"marks\": 3}");
    place.write("games/300.json", &text[..2_000]);
    place.chase(&format!("convert {} games/a.chase", project("replays/robots/won.json"))).fine();
    let serving = Serving::begin(&place, &["view", "games", "--serve", "--no-open"]);
    let all = serving.until("/catalogue", "\"all\":302,\"read\":302,\"fit\":302");
    assert!(all.contains("\"games\":[\"police\",\"robots\"]"), "{all}");
    assert!(!all.contains("marks.json"));
    let robots = serving.fine("/catalogue?game=robots");
    assert!(robots.contains("\"fit\":1") && robots.contains("a.chase"), "{robots}");
    let cut = serving.fine("/catalogue?name=300");
    assert!(cut.contains("\"trouble\":\"") && !cut.contains("\"trouble\":\"\""), "{cut}");
    assert!(serving.fine("/thumbnail?replay=301").contains("<svg"));
    assert!(serving.fine("/pair?ours=0&theirs=1").contains("id=\"head\""));
}

#[test]
fn what_cannot_be_served_is_told() {
    let place = Place::new();
    let s3 = project("replays/police/S3.json");
    place.chase(&format!("view {s3} --serve --from 2")).trouble(&["--from"]);
    place.chase("view nothing.json --serve").trouble(&["nothing.json"]);
    place.chase("view - --serve").trouble(&["give a file"]);
    place.chase(&format!("view {s3} --port 1")).trouble(&["--serve"]);
    std::fs::create_dir(place.file("none")).expect("a folder");
    place.chase("view none --serve").trouble(&["no file in this folder"]);
    place.chase(&format!("view {s3} --as D9 --serve")).trouble(&["there is no view `D9`"]);
}
