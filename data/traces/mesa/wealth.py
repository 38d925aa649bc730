"""A Mesa model whose data collector writes CSV: agents give each other money.

Made with mesa 3 (pip install mesa), Python 3.11:
    python3 wealth.py > golden.csv
    python3 wealth.py --fault > faulty.csv
The fault: from step 12 on agent 4 gives two instead of one.
"""
import sys

import mesa


class Giver(mesa.Agent):
    def __init__(self, model):
        super().__init__(model)
        self.wealth = 3

    def give(self):
        if self.wealth > 0:
            other = self.random.choice(list(self.model.agents))
            many = 2 if self.model.fault and self.model.steps >= 12 and self.unique_id == 4 else 1
            self.wealth -= many
            other.wealth += many


class Wealth(mesa.Model):
    def __init__(self, fault):
        super().__init__(seed=7)
        self.fault = fault
        Giver.create_agents(self, 8)
        self.datacollector = mesa.DataCollector(agent_reporters={"wealth": "wealth"})

    def step(self):
        self.agents.shuffle_do("give")
        self.datacollector.collect(self)


model = Wealth("--fault" in sys.argv)
for _ in range(24):
    model.step()
model.datacollector.get_agent_vars_dataframe().to_csv(sys.stdout)
