//! What every request must be, and how much of them there may be.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use super::{Answer, Served};
use crate::harness::{Place, project};

const GAME: &[&str] = &["animal-checkers", "--agent", "random", "--seed", "1"];

#[test]
fn only_the_page_itself_on_this_machine_is_let_in() {
    let place = Place::new();
    let served = Served::play(&place, GAME);
    let port = served.port;
    let page = served
        .say(&format!("GET / HTTP/1.1\r\nHost: localhost:{port}\r\nConnection: close\r\n\r\n"));
    assert_eq!(page.status, 200);
    assert!(page.body.contains("<body data-live>") && !page.body.contains(&served.keys[0]));
    for line in [
        "default-src 'none'; script-src 'sha256-",
        "connect-src 'self'; frame-ancestors 'none'",
        "cache-control: no-store",
        "x-content-type-options: nosniff",
        "referrer-policy: no-referrer",
    ] {
        assert!(page.head.contains(line), "`{line}` in {}", page.head);
    }
    assert!(!page.head.contains("access-control-"), "{}", page.head);
    // The first board is drawn by then.
    served.asked(0, "");
    assert_eq!(served.get(0, "/head").status, 200);

    let key = &served.keys[0];
    let auth = format!("Authorization: Bearer {key}\r\n");
    let here = format!("Host: 127.0.0.1:{port}\r\n");
    let origin = format!("Origin: http://127.0.0.1:{port}\r\n");
    let json = "Content-Type: application/json\r\n";
    let body = "{\"scene\":1}";
    let ask = |line: &str, heads: &str, body: &str| {
        let long = body.len();
        served.say(&format!(
            "{line} HTTP/1.1\r\n{heads}Connection: close\r\nContent-Length: {long}\r\n\r\n{body}"
        ))
    };
    let get = |heads: &str| ask("GET /now", heads, "").status;
    for host in [
        "Host: evil.test\r\n".to_owned(),
        format!("Host: localhost.evil.test:{port}\r\n"),
        format!("Host: 127.0.0.1:{port}.evil.test\r\n"),
        "Host: 127.0.0.1\r\n".to_owned(),
        format!("Host: 127.0.0.1:{port}\r\nHost: evil.test\r\n"),
        String::new(),
    ] {
        assert_eq!(get(&format!("{host}{auth}")), 403, "{host}");
    }
    let absolute = "GET http://evil.test/now";
    assert_eq!(ask(absolute, &format!("{here}{auth}"), "").status, 403);
    assert_eq!(get(&here), 403, "no key");
    let other = auth.replace(&key[..4], "0000");
    assert_eq!(get(&format!("{here}{other}")), 403, "another key");
    for site in ["cross-site", "same-site", "none"] {
        let site = format!("{here}{auth}Sec-Fetch-Site: {site}\r\n");
        assert_eq!(get(&site), 403, "{site}");
    }

    let post = |heads: &str, body: &str| ask("POST /undo", heads, body).status;
    assert_eq!(post(&format!("{here}{auth}{json}"), body), 403, "no origin");
    for origin in [
        "http://evil.test".to_owned(),
        format!("https://127.0.0.1:{port}"),
        format!("http://localhost:{port}"),
        "null".to_owned(),
    ] {
        let heads = format!("{here}{auth}{json}Origin: {origin}\r\n");
        assert_eq!(post(&heads, body), 403, "{origin}");
    }
    let plain = "Content-Type: text/plain\r\n";
    assert_eq!(post(&format!("{here}{auth}{origin}{plain}"), body), 415);
    assert_eq!(ask("GET /act", &format!("{here}{auth}"), "").status, 405);
    assert_eq!(ask("POST /", &format!("{here}{auth}{origin}{json}"), body).status, 405);
    let long = "x".repeat(2 << 20);
    assert_eq!(post(&format!("{here}{auth}{origin}{json}"), &long), 413);
    assert_eq!(ask("GET /nothing", &format!("{here}{auth}"), "").status, 404);
    // Nothing listens on the machine's other addresses, those of loopback among them.
    if cfg!(target_os = "linux") {
        assert!(TcpStream::connect(("127.0.0.2", port)).is_err());
    }
}

#[test]
fn a_request_that_does_not_come_is_late() {
    let place = Place::new();
    let served = Served::play(&place, GAME);
    let wait = |begun: &str| {
        let mut stream = served.connect();
        stream.write_all(begun.as_bytes()).expect("it is heard");
        stream
    };
    let head = wait("GET /now HTTP/1.1\r\nHost: 127.0.0.1");
    let origin = format!("Origin: http://127.0.0.1:{}\r\n", served.port);
    let more = format!("{origin}Content-Type: application/json\r\n");
    let body = served.request("POST /undo", 0, &more, "{\"scene\":1}");
    let body = wait(&body[..body.len() - 4]);
    for mut stream in [head, body] {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).expect("an answer");
        assert_eq!(Answer::of(&bytes).status, 408);
    }
}

#[test]
fn connections_without_a_key_keep_nobody_out() {
    let place = Place::new();
    let served = Served::play(&place, GAME);
    let held: Vec<_> = (0..200).map(|_| served.connect()).collect();
    assert_eq!(served.get(0, "/now").status, 200);
    // Half a request is none that has shown a key.
    let begun = |mut stream: TcpStream| {
        // Who was displaced does not hear it.
        let _ = stream.write_all(b"GET /now HTTP/1.1\r\nHost: 127.0.0.1");
        stream
    };
    let held: Vec<_> = held.into_iter().map(begun).collect();
    assert_eq!(served.get(0, "/now").status, 200);
    // Those that came first are gone, those that came last still have their places.
    for mut stream in &held[..100] {
        assert!(matches!(stream.read(&mut [0; 1]), Ok(0) | Err(_)));
    }
    held[199].set_nonblocking(true).expect("a socket");
    let last = (&held[199]).read(&mut [0; 1]);
    assert!(last.is_err_and(|error| error.kind() == std::io::ErrorKind::WouldBlock));
}

#[test]
fn streams_with_the_key_keep_nobody_out() {
    let place = Place::new();
    let served = Served::play(&place, GAME);
    let streams: Vec<_> = (0..80)
        .map(|_| {
            let mut stream = served.connect();
            let request = served.request("GET /live", 0, "", "");
            stream.write_all(request.as_bytes()).expect("it is heard");
            // The answer has begun, and goes on.
            assert!(stream.read(&mut [0; 12]).expect("an answer") > 0);
            stream
        })
        .collect();
    for _ in 0..3 {
        assert_eq!(served.get(0, "/now").status, 200);
    }
    // A stream more tells what happens.
    let mut stream = served.connect();
    let request = served.request("GET /live", 0, "", "");
    stream.write_all(request.as_bytes()).expect("it is heard");
    let mut first = [0; 15];
    stream.read_exact(&mut first).expect("an answer");
    assert_eq!(&first, b"HTTP/1.1 200 OK");
    drop(streams);
}

#[test]
fn a_click_is_played_once_and_what_is_refused_says_why() {
    let place = Place::new();
    let served = Served::play(&place, GAME);
    let now = served.asked(0, "");
    assert_eq!(served.choose(1, &now, 0).status, 403, "who looks on");
    let nothing = format!("{{\"scene\":{},\"clicks\":[0],\"button\":\"\"}}", now["scene"]);
    let refused = served.post(0, "/act", &nothing);
    assert_eq!(refused.status, 422);
    assert_eq!(refused.json()["why"], "no animal of yours stands on a7");
    assert_eq!(served.choose(0, &now, 0).status, 200);
    let next = served.asked(0, "");
    assert_eq!(served.choose(0, &now, 0).status, 409, "the same click again");
    assert_eq!(served.asked(0, "")["scene"], next["scene"]);
    let scene = next["scene"].to_string();
    let body = format!("{{\"scene\":{scene}}}");
    assert_eq!(served.post(0, "/again", &body).status, 422, "it is not over");
    assert_eq!(served.post(0, "/redo", &body).status, 422, "there is nothing to redo");
    assert_eq!(served.post(0, "/undo", &body).status, 200);
    assert_eq!(served.asked(0, "")["cycle"], now["cycle"]);
    for path in ["/act", "/undo", "/load"] {
        assert_eq!(served.post(0, path, "[").status, 400, "{path}");
    }
}

/// Why a click on a place leads nowhere, in the words of the game's rules.
fn why_not(served: &Served, key: usize, clicks: &[u32]) -> String {
    let scene = &served.asked(key, "")["scene"];
    let body = serde_json::json!({ "scene": scene, "clicks": clicks, "button": "" });
    let refused = served.post(key, "/act", &body.to_string());
    assert_eq!(refused.status, 422, "{clicks:?}");
    refused.json()["why"].as_str().expect("a reason").to_owned()
}

#[test]
fn a_click_that_the_rules_forbid_is_refused_with_the_rule() {
    let place = Place::new();
    place.write("cities", "4\n0 1 4 2 9 n a\n1 n b\n2 3 3 n c\n3 n d\n");
    place.write("agents", "9 3 1 T\n5 0 0 D1\n5 0 0 D2\n5 0 0 D3\n5 0 0 D4\n");
    let words = "police cities agents 9 1 --player D1=human";
    let served = Served::play(&place, &words.split_whitespace().collect::<Vec<_>>());
    for (city, why) in [
        (2, "the road has length 9, but the agent has only 5 stamina"),
        (3, "there is no road from city 0 to city 3"),
    ] {
        assert_eq!(why_not(&served, 0, &[city]), why);
    }
    assert_eq!(why_not(&served, 0, &[9]), "you cannot do that now");

    let board = project("data/scotland-yard/tiny/graph.txt");
    let words = "scotland-yard --detectives 1 --rounds 2:2 --start mr-x=6 --start blue=1 --player \
                 mr-x=human --player detectives=human --seed 1 --board";
    let words: Vec<_> = words.split_whitespace().chain([&*board]).collect();
    let served = Served::play(&place, &words);
    // Stations are numbered from 1, places from 0.
    for (clicks, why) in [
        (vec![5], "you are at station 6 already"),
        (vec![0], "a detective is at station 1"),
        (vec![19], "no line joins station 6 and station 20"),
        (vec![1, 19], "no line joins station 2 and station 20"),
    ] {
        assert_eq!(why_not(&served, 1, &clicks), why, "{clicks:?}");
    }
    let now = served.asked(1, "");
    assert_eq!(served.choose(1, &now, 0).status, 200);
    assert_eq!(why_not(&served, 2, &[19]), "no line joins station 1 and station 20");
}
