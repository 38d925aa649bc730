//! Where a game goes turn by turn while it is played, so that nothing of it is lost when the program
//! ends. It writes nothing itself: whoever keeps files does.

use chase_engine::game::Game;
use chase_engine::history::History;
use chase_kit::wire;

/// Takes a game down, turn by turn, while it is played.
pub trait TurnSink {
    /// Takes turns that were just played, all of one cycle: the cycle as one line of JSON that holds
    /// these turns alone, without a seal and without the line's end. `played_ms` is how long people
    /// have played, in milliseconds, where that is counted.
    fn turns(&mut self, line: &[u8], played_ms: Option<u64>);

    /// All but the first `turns` turns of the game were taken back.
    fn back_to(&mut self, turns: usize);
}

/// Hands over what was played after the first `from` turns of a history.
pub fn hand_over<G: Game>(
    history: &History<G>,
    from: usize,
    played_ms: Option<u64>,
    sink: &mut dyn TurnSink,
) {
    let mut line = Vec::new();
    for cycle in history.since(from) {
        line.clear();
        wire::put_json(cycle, None, &mut line);
        sink.turns(&line, played_ms);
    }
}
