//! `chase view --png` and `--gif`: what is in the files, who sees what, and what is refused.

use std::collections::BTreeMap;

use super::harness::{Place, project};

/// The picture that `chase view` makes of these words.
fn picture(place: &Place, words: &str) -> Vec<u8> {
    let line = format!("view {words} -o picture --force");
    place.chase(&line).fine().stdout_is("wrote picture\n");
    place.read("picture")
}

fn number(bytes: &[u8]) -> u32 {
    bytes.iter().rev().fold(0, |all, byte| 256 * all + u32::from(*byte))
}

/// Width and height of a PNG.
fn png_size(png: &[u8]) -> (u32, u32) {
    assert_eq!(png[..8], *b"\x89PNG\r\n\x1a\n");
    let part = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    (part(16), part(20))
}

/// A frame of a GIF.
#[derive(Debug)]
struct GifFrame {
    /// Left, top, width and height.
    rectangle: [u32; 4],
    /// Hundredths of a second.
    delay: u32,
}

/// Width and height of a GIF, and its frames; it begins again for ever, and has one palette.
fn film(gif: &[u8]) -> ((u32, u32), Vec<GifFrame>) {
    assert_eq!(gif[..6], *b"GIF89a");
    let size = (number(&gif[6..8]), number(&gif[8..10]));
    assert_eq!(gif[10] & 0x87, 0x87, "a palette of 256 colours for all frames");
    let (mut at, mut delay, mut frames, mut repeats) = (13 + 3 * 256, 0, Vec::new(), false);
    // Blocks of data follow each other up to one without bytes.
    let skip = |mut at: usize| {
        while gif[at] != 0 {
            at += 1 + usize::from(gif[at]);
        }
        at + 1
    };
    loop {
        match gif[at] {
            0x21 => {
                repeats |= gif[at + 3..].starts_with(b"NETSCAPE2.0\x03\x01\x00\x00");
                if gif[at + 1] == 0xf9 {
                    delay = number(&gif[at + 4..at + 6]);
                }
                at = skip(at + 2);
            }
            0x2c => {
                let part = |n: usize| number(&gif[at + 1 + 2 * n..at + 3 + 2 * n]);
                assert_eq!(gif[at + 9] & 0x80, 0, "no palette of its own");
                let rectangle = [part(0), part(1), part(2), part(3)];
                frames.push(GifFrame { rectangle, delay });
                at = skip(at + 11);
            }
            0x3b => break,
            other => panic!("a block {other:#x} at {at}"),
        }
    }
    assert!(repeats, "it begins again");
    (size, frames)
}

#[test]
fn a_moment_is_as_wide_as_asked_and_the_same_in_every_run() {
    let place = Place::new();
    let file = project("replays/police/S3.json");
    let end = picture(&place, &format!("{file} --png"));
    assert_eq!(png_size(&end).0, 800);
    assert!(end == picture(&place, &format!("{file} --png --hour -1")));
    let hour = picture(&place, &format!("{file} --png --hour 3"));
    assert!(hour != end && hour == picture(&place, &format!("{file} --png --hour 3")));
    let narrow = picture(&place, &format!("{file} --png --hour 3 --width 300"));
    assert_eq!(png_size(&narrow).0, 300);
    assert!(narrow.len() < hour.len());
    let dark = picture(&place, &format!("{file} --png --hour 3 --dark"));
    assert!(dark != hour && png_size(&dark) == png_size(&hour));
    // Standard output has the same bytes.
    let shell = place.shell(&format!(
        "$CHASE view {file} --png --hour 3 > piped.png && $CHASE view {file} --png --hour 3 -o - | cmp - piped.png"
    ));
    shell.fine();
    assert!(place.read("piped.png") == hour);
}

/// The bytes of a small picture. They change with the drawing, the fonts, and the crates that render and
/// pack; nothing else may change them.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[test]
fn the_bytes_of_a_picture_are_known() {
    let place = Place::new();
    let file = project("replays/animal-checkers/den.json");
    let png = picture(&place, &format!("{file} --png --move 3 --width 240"));
    let gif = picture(&place, &format!("{file} --gif --from 1 --to 4 --width 240"));
    let hashes = [png, gif].map(|bytes| blake3::hash(&bytes).to_hex()[..16].to_owned());
    assert_eq!(hashes, ["6b58c938031d4428", "1e114adb6e9f378a"]);
}

/// The README's first picture is what the program draws; `just pictures` makes it again.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
#[test]
fn the_moving_picture_of_the_readme_is_up_to_date_and_small() {
    let place = Place::new();
    let file = project("replays/police/S1.json");
    let drawn = picture(&place, &format!("{file} --gif --width 720"));
    let kept = std::fs::read(project("docs/pictures/chase.gif")).expect("the picture");
    assert!(drawn == kept, "`just pictures` draws docs/pictures/chase.gif again");
    assert!(kept.len() < 1_000_000, "{} bytes", kept.len());
    let readme = std::fs::read_to_string(project("README.md")).expect("the README");
    let first = readme.split("](").find(|it| it.starts_with("docs/pictures"));
    assert!(first.is_some_and(|it| it.starts_with("docs/pictures/chase.gif)")));
}

#[test]
fn a_stretch_moves_stores_what_changes_and_stands_at_its_end() {
    let place = Place::new();
    let file = project("replays/police/S3.json");
    let gif = picture(&place, &format!("{file} --gif"));
    let ((width, height), frames) = film(&gif);
    assert_eq!(width, 800);
    assert_eq!(frames[0].rectangle, [0, 0, width, height]);
    // Hours 0 to 5, and three frames on the way to each of the last five at most.
    assert!((12..=21).contains(&frames.len()), "{frames:?}");
    let standing: Vec<_> = frames.iter().map(|it| it.delay).filter(|it| *it >= 70).collect();
    assert_eq!(standing, [70, 70, 70, 70, 70, 300], "{frames:?}");
    for GifFrame { rectangle: [left, top, wide, high], delay } in &frames[1..] {
        assert!(left + wide <= width && top + high <= height && *delay > 0);
    }
    let area = |it: &GifFrame| it.rectangle[2] * it.rectangle[3];
    assert!(frames[1..].iter().any(|it| area(it) < width * height / 2), "{frames:?}");
    let part = film(&picture(&place, &format!("{file} --gif --from 2 --to -3"))).1;
    assert!(part.len() < frames.len() && part.last().expect("a frame").delay == 300);
    assert!(gif == picture(&place, &format!("{file} --gif --from 0 --to 5")));
}

#[test]
fn games_of_thirty_cycles_fit_into_a_chat() {
    let place = Place::new();
    for (file, cycles) in [
        ("scotland-yard/escaped", 24),
        ("fishing/two", 30),
        ("animal-checkers/den", 30),
        ("robots/won", 30),
    ] {
        let file = project(&format!("replays/{file}.json"));
        let info = place.chase(&format!("info {file}")).fine().stdout;
        let gif = match place.chase(&format!("view {file} --gif --to {cycles} -o picture --force"))
        {
            ran if ran.status == Some(0) => place.read("picture"),
            _ => picture(&place, &format!("{file} --gif")),
        };
        assert!(gif.len() < 3_000_000, "{file}: {} bytes\n{info}", gif.len());
    }
}

/// Hunts that differ only in where Mr X began: detectives who are told the same see the same pictures.
#[test]
fn a_picture_for_somebody_holds_nothing_that_is_hidden_from_it() {
    let place = Place::new();
    let board = project("data/scotland-yard/tiny/graph.txt");
    // What detectives are told, and by it the hunt.
    let mut hunts: BTreeMap<String, u32> = BTreeMap::new();
    for start in 2..=12 {
        let file = format!("hunt-{start}.json");
        place.chase(&format!(
            "record scotland-yard --board {board} --detectives 1 --rounds 6:6 --start mr-x={start} \
             --start blue=1 --seed 4 --trace never -o {file}"
        ));
        if !place.file(&file).exists() {
            continue;
        }
        let told = |n: u32| {
            let words = format!("replay {file} --as detectives --rotation {n}");
            place.chase(&words).fine().stdout
        };
        let Some(other) = hunts.insert((0..=2).map(told).collect(), start) else {
            continue;
        };
        let both = [start, other].map(|start| {
            let of = |eyes: &str| {
                let still = format!("hunt-{start}.json {eyes} --png --rotation 2");
                let moving = format!("hunt-{start}.json {eyes} --gif --to 2 --width 300");
                (picture(&place, &still), picture(&place, &moving))
            };
            (of("--as detectives"), of(""))
        });
        assert!(both[0].0 == both[1].0, "the pictures of detectives differ");
        assert!(both[0].1 != both[1].1, "those of all show where Mr X is");
        return;
    }
    panic!("no two hunts look the same to detectives");
}

#[test]
fn two_traces_are_drawn_where_they_part() {
    let place = Place::new();
    let folder = project("tests/causes/path-by-length");
    let words = std::fs::read_to_string(format!("{folder}/game.txt")).expect("hours and a seed");
    let sides = format!(
        "{folder}/ours.txt {folder}/ref.txt --scenario {folder}/cities.data {folder}/agents.data {}",
        words.trim()
    );
    // They first differ in hour 4.
    let parting = picture(&place, &format!("{sides} --png"));
    assert!(parting == picture(&place, &format!("{sides} --png --hour 4")));
    assert!(parting != picture(&place, &format!("{sides} --png --hour 3")));
    let other = sides.replace("ours.txt", "ref.txt");
    assert!(parting != picture(&place, &format!("{other} --png --hour 4")));
    let (size, frames) = film(&picture(&place, &format!("{sides} --gif")));
    assert_eq!(size, png_size(&parting));
    assert!(frames.len() > 3);
    // Two maps stand side by side.
    let (one, two) = (project("replays/police/S0.json"), project("replays/police/S3.json"));
    picture(&place, &format!("{one} {two} --gif"));
    place
        .chase(&format!("view {sides} --png --hour -1 -o x.png"))
        .trouble(&["--hour -1: the cycles of two traces can only be counted from the beginning"]);
    place
        .chase(&format!("view {sides} --png --hour 99 -o x.png"))
        .trouble(&["there is no hour 99; the last on either side is"]);
    place
        .chase(&format!("view {folder}/ours.txt {folder}/ref.txt --png -o x.png"))
        .trouble(&["there is no board to draw", "--scenario"]);
}

#[test]
fn what_cannot_be_a_picture_is_refused_with_a_way_out() {
    let place = Place::new();
    let file = project("replays/police/S3.json");
    let refused = |words: &str, parts: &[&str]| {
        place.chase(&format!("view {words}")).trouble(parts);
    };
    refused(
        &format!("{file} --gif -o end.png"),
        &["end.png: a name that ends in .png is for --png"],
    );
    refused(&format!("{file} --png -o end.GIF"), &["for --gif", "choose another name"]);
    refused(&format!("{file} -o end.png"), &["add --png"]);
    refused(&format!("{file} --png --hour 9 -o x.png"), &["there is no hour 9"]);
    refused(&format!("{file} --gif --from 3 --to 1 -o x.gif"), &["--from", "--to"]);
    refused(&format!("{file} --png --width 100 -o x.png"), &["200..=4000"]);
    refused(&format!("{file} --width 300 -o x.html"), &["--png"]);
    refused(&format!("{file} --png --gif -o x.gif"), &["cannot be used with"]);
    refused(&format!("{file} --png -o nowhere/x.png"), &["nowhere"]);
    assert!(place.names().is_empty(), "{:?}", place.names());
    place.write("there.png", "mine");
    refused(&format!("{file} --png -o there.png"), &["there.png", "--force"]);
    assert_eq!(place.read("there.png"), b"mine");
    place.write("log.csv", "tick,a\n1,2\n2,3\n");
    for option in ["--png", "--gif", "--svg"] {
        let has_none = format!("{option} draws a board, and the log of another program has none");
        refused(&format!("log.csv {option} -o x"), &["log.csv", &has_none]);
    }
    refused(
        &format!("{file} --png -o end.svg"),
        &["end.svg: a name that ends in .svg is for --svg"],
    );
}

#[test]
fn whoever_stops_reading_a_picture_is_no_trouble() {
    let file = project("replays/police/S3.json");
    let ran = Place::new().shell(&format!(
        "{{ $CHASE view {file} --gif -o -; echo $? > status; }} | head -c 20 > beginning; cat status"
    ));
    ran.fine().stdout_is("0\n");
}
