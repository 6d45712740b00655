"""A plan of Shogun in the making, without a screen: what keys make of it, and what is told of it."""
