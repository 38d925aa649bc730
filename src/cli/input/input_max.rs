//! How much is read of standard input and of pipes, which may have no end.

use clap::Args;

use chase_world::world::{INPUT_MIB, World};

#[derive(Args, Clone)]
pub(crate) struct InputOptions {
    /// Read at most this much from standard input or another pipe, in MiB
    #[arg(long, value_name = "MIB", default_value_t = INPUT_MIB)]
    input_max: u64,
}

impl InputOptions {
    /// Holds for all that the world reads from here on.
    pub(crate) fn set(&self, world: &World) {
        world.set_input_max(self.input_max);
    }
}
