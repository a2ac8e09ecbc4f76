"""What random programs are made of."""
