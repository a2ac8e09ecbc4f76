"""What the agent costs: TPC-H with no agent, ours and the published one; how its walk grows with a plan's size."""
