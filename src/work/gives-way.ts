// How a run learns that another account's work has its slot: slot-pool.ts answers.

/** True: the slot is taken, and the run must hand back what it works on. */
export type GivesWay = () => Promise<boolean>;
