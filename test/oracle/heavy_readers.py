"""Compares the prediction of `limb check --target drake` with Drake."""
from judge_readers import HEAVY, main

main(HEAVY)
