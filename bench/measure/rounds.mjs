// The rounds of a bench. `npm run bench` says until when they may begin: on a busy machine a bench leaves out those that are
// left, and tells what it has.
const endsAt = Number(process.env.BENCH_ENDS_AT ?? Number.POSITIVE_INFINITY);
let isCut = false;

/** Counts from 0 to `count`; the first rounds always run. @param least their number */
export function* roundsOf(count, least = 1) {
  for (let round = 0; round < count; round++) {
    if (round >= least && Date.now() > endsAt) {
      isCut = true;
      return;
    }
    yield round;
  }
}

/** Whether rounds were left out so far. */
export const wasCut = () => isCut;
