"""A plan of Shogun in the making, without a screen: what keys do to it, and what is told about it."""
