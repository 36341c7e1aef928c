"""Drake as judge of what `limb check --target drake` predicts."""
from judge_readers import HEAVY, main

main(HEAVY)
