#[derive(clap::Args)]
struct Arguments {
    /// The sum that wins
    #[arg(long, default_value_t = 10)]
    goal: u32,
}

impl Entry for Race {
    const ABOUT: &'static str = "Race: who reaches the goal wins";
    const EXAMPLE: &'static str = "--goal 10 --seed 1";
    type Arguments = Arguments;

    fn scenario_of(asked: &Arguments, _: &mut Dice) -> Result<Goal, Error> {
        Ok(Goal { goal: asked.goal })
    }
}
