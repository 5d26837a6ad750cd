"""The methods that DualHash is compared with, one file each, in the training loop that DualHash runs in."""
