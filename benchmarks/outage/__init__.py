"""What a day without the model's endpoint costs: requests, attempts, and the time to make it up."""
