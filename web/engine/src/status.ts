// The status of a LimbError: those of limb_status, and one for an engine that is gone.
export const WRONG = 1, NO_MEMORY = 2, NO_FILE = 3, LIMIT = 4, NO_ENGINE = -1;
