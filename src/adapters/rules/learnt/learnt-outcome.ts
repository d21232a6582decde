// How likely the customer's matter is settled at the end of a call, by what was learnt. Each turn may settle it, fail, or leave
// it open; the last that does so decides. Pure.
import { DEED_MODEL, type Deed, STATES, WEIGHTS_OF_STATES } from './learnt-turns.js';

export interface LearntOutcome {
  /** Likelihood that the matter is settled, as often right as it says in calls that taught nothing. */
  readonly settled: number;
  /** Share of the calls like this that end with a failure. */
  readonly failed: number;
  /** Turns by their part in each of both, the greatest first; those with none are left out. */
  readonly settling: readonly number[];
  readonly failing: readonly number[];
}

/** Shares of what a turn does; null for the turn of an unknown party. */
export type DeedShares = ReadonlyMap<Deed, number> | null;

/** Part of a turn in a state below which it proves nothing. */
const MIN_PART = 0.05;
/** Shares beyond this say no more: 1 has no odds. */
const MIN_SHARE = 1e-3;

/** @param features of each turn; null for the turn of an unknown party */
export function learntOutcome(features: readonly (ReadonlySet<string> | null)[]): LearntOutcome {
  const shares = features.map((own) => (own === null ? null : DEED_MODEL.shares(own)));
  const parts = partsOf(shares);
  const turnsBy = (deed: Deed) =>
    parts
      .filter(({ part }) => part(deed) >= MIN_PART)
      .sort((a, b) => b.part(deed) - a.part(deed))
      .map(({ turn }) => turn);
  const states = statesOf(shares);
  return {
    settled: likelihoodOf(states, WEIGHTS_OF_STATES),
    failed: states[STATES.indexOf('fails')]!,
    settling: turnsBy('settles'),
    failing: turnsBy('fails'),
  };
}

/** @returns the share of each of {@link STATES} at the end of the call; together 1 */
export function statesOf(shares: readonly DeedShares[]): number[] {
  const parts = partsOf(shares);
  const deeds = STATES.map((deed) => parts.reduce((sum, { part }) => sum + part(deed), 0));
  const others = deeds.slice(0, -1).reduce((sum, share) => sum + share, 0);
  return deeds.with(-1, Math.max(0, 1 - others));
}

/** The part of each turn in the state at the end: what it does, where no later turn does anything else. */
function partsOf(shares: readonly DeedShares[]) {
  let stays = 1;
  return shares
    .map((own, turn) => ({ own, turn }))
    .toReversed()
    .flatMap(({ own, turn }) => {
      if (own === null) return [];
      const after = stays;
      stays *= own.get('nothing') ?? 0;
      return [{ turn, part: (deed: Deed) => after * (own.get(deed) ?? 0) }];
    });
}

export const logOdds = (share: number) => Math.log(Math.max(MIN_SHARE, share) / Math.max(MIN_SHARE, 1 - share));

/** @param weights of the states and, last, the bias */
export function likelihoodOf(states: readonly number[], weights: readonly number[]): number {
  const sum = states.reduce((total, share, at) => total + weights[at]! * logOdds(share), weights.at(-1) ?? 0);
  return 1 / (1 + Math.exp(-sum));
}
