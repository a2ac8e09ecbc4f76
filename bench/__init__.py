"""The cost of the agent: TPC-H without an agent, with ours, and with the published one; and its growth with the plan
size.
"""
