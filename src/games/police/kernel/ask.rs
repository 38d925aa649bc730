//! What the engine answers about one agent alone: where each of its choices leads. The tables are
//! made of these answers, so that no rule of the roads is written twice.

use crate::{Action, Event, Police, State, THIEF};
use chase_engine::dice::{Dice, Generator};
use chase_engine::game::{Game, Masks as _, Seat, View};
use chase_engine::player::Player;

/// An agent's city and stamina.
pub(super) type AgentPlace = (u32, u32);

/// One agent among others that do not matter to it.
pub(super) struct LoneAgent<'a> {
    game: &'a Police,
    seat: Seat,
    state: State,
    legal: Vec<Action>,
    events: Vec<Event>,
    dice: Dice,
}

impl<'a> LoneAgent<'a> {
    /// The agent of a seat, where it starts.
    pub(super) fn new(game: &'a Police, seat: Seat) -> Self {
        let mut state = game.start();
        (state.hour, state.acted, state.owed) = (1, seat.0, 0);
        LoneAgent {
            game,
            seat,
            state,
            legal: Vec::new(),
            events: Vec::new(),
            dice: Dice::new(Generator::Chacha8, 0, 0),
        }
    }

    /// The city and the stamina of the agent.
    pub(super) fn place(&self) -> AgentPlace {
        let agent = &self.state.agents[self.seat.index()];
        (agent.city, agent.stamina)
    }

    /// Puts it somewhere.
    pub(super) fn put(&mut self, (city, stamina): AgentPlace) {
        let agent = &mut self.state.agents[self.seat.index()];
        (agent.city, agent.stamina) = (city, stamina);
    }

    /// The places to which its legal actions lead from its place, in their order; the last is to
    /// rest.
    pub(super) fn choices(&mut self, out: &mut Vec<AgentPlace>) {
        let from = self.place();
        let mut buffer = std::mem::take(&mut self.legal);
        buffer.clear();
        let legal = self.game.legal_in(&self.state, self.seat, &mut buffer).to_vec();
        out.clear();
        for action in &legal {
            self.act(*action, |_, _| ());
            out.push(self.place());
            self.put(from);
        }
        self.legal = buffer;
    }

    /// Lets a player choose, and does it. False when the player drew luck or gave no legal answer.
    pub(super) fn ask(&mut self, player: &mut dyn Player<Police>) -> bool {
        let mut dice = Dice::new(Generator::Chacha8, 0, 0);
        let answer = self.choose(player, &mut dice);
        let Some(action) = answer.filter(|_| dice.words() == 0) else {
            return false;
        };
        self.follow(action, player);
        true
    }

    /// Puts the thief somewhere, for the tips that this detective hears.
    pub(super) fn put_thief(&mut self, city: u32) {
        self.state.agents[THIEF].city = city;
    }

    /// Lets a player choose with these dice. Nothing where the answer is not legal.
    pub(super) fn choose(
        &mut self,
        player: &mut dyn Player<Police>,
        dice: &mut Dice,
    ) -> Option<Action> {
        let mut buffer = std::mem::take(&mut self.legal);
        buffer.clear();
        let legal = self.game.legal_in(&self.state, self.seat, &mut buffer);
        let view = View { game: self.game, state: &self.state, seat: self.seat };
        let answer = player.choose(&view, legal, dice).ok().filter(|action| legal.contains(action));
        self.legal = buffer;
        answer
    }

    /// Does a legal action, and tells the player what it sees of it. True where it heard a tip.
    pub(super) fn follow(&mut self, action: Action, player: &mut dyn Player<Police>) -> bool {
        let (game, seat) = (self.game, self.seat);
        let mut is_tipped = false;
        self.act(action, |before, event| {
            is_tipped |= matches!(event, Event::Tipped { .. });
            if let Some(seen) = Police::masks().event(game, before, event, seat.into()) {
                player.observe(&seen);
            }
        });
        is_tipped
    }

    /// Does a legal action; it is this agent's turn again afterwards.
    fn act(&mut self, action: Action, mut each: impl FnMut(&State, &Event)) {
        let mut events = std::mem::take(&mut self.events);
        events.clear();
        let decided =
            self.game.decide_in(&self.state, self.seat, &action, &mut self.dice, &mut events);
        if let Err(rule) = decided {
            unreachable!("{action:?} is legal and then is not: {rule}");
        }
        for event in &events {
            each(&self.state, event);
            if let Err(rule) = self.game.apply(&mut self.state, event) {
                unreachable!("the rules decided {event:?} and then refused it: {rule}");
            }
        }
        self.state.acted = self.seat.0;
        self.events = events;
    }
}
