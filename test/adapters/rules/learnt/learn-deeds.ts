// Learns what turns do to the customer's matter, so that the state in which each call ends is the right one: a turn that is
// marked teaches a little, the outcome of its call the most.
import { createHash } from 'node:crypto';
import { logOdds, statesOf } from '../../../../src/adapters/rules/learnt/learnt-outcome.js';
import { DEEDS, type Deed, STATES } from '../../../../src/adapters/rules/learnt/learnt-turns.js';
import { featuresOf } from '../../../../src/adapters/rules/learnt/turn-features.js';
import { LinearModel } from '../../../../src/phrases/learnt/linear-model.js';
import { Learner, type LearntWeights, shuffled } from '../../../support/learning/learn-weights.js';
import type { Outcome, ReadCall } from './marked-calls.js';

const PACE = { epochs: 8, minExamples: 3, shrinks: 3e-4 };
/** What a mark teaches, relative to the outcome. */
const WEIGHT_OF_MARK = 0.1;
const MIN_SHARE = 1e-6;

/** Places in {@link DEEDS}. */
const [NOTHING, SETTLES, FAILS, LEAVES_OPEN] = [0, 1, 2, 3];
/** Deeds of which the last one of a call may be one; nothing at all leaves a matter open too. */
const ENDS: Readonly<Record<Outcome, readonly number[]>> = {
  resolved: [SETTLES],
  failed: [FAILS],
  open: [LEAVES_OPEN, NOTHING],
  none: [LEAVES_OPEN, NOTHING],
};

/** Parts of the calls, each of which is judged by what the others teach. */
const PARTS = 4;
const [FIT_STEPS, FIT_RATE] = [2000, 0.5];

/** The weights of deeds, and of the states that they give to calls that taught nothing. */
export function learnOutcomes(calls: readonly ReadCall[]): LearntWeights<Deed> & { settled: number[] } {
  const unseen = Array.from({ length: PARTS }, (_, part) => {
    const model = new LinearModel({ learntFrom: '', ...learnDeeds(calls.filter((_each, at) => at % PARTS !== part)) });
    return calls
      .filter((_each, at) => at % PARTS === part)
      .map(({ said, outcome }) => {
        const shares = said.turns.map(({ party }, at) => (party === null ? null : model.shares(featuresOf(said, at))));
        return { odds: [...statesOf(shares).map(logOdds), 1], isSettled: outcome === 'resolved' ? 1 : 0 };
      });
  }).flat();
  const settled = new Array<number>(STATES.length + 1).fill(0);
  for (let step = 0; step < FIT_STEPS; step += 1) {
    const slopes = settled.map(() => 0);
    for (const { odds, isSettled } of unseen) {
      const error = 1 / (1 + Math.exp(-odds.reduce((sum, each, at) => sum + each * settled[at]!, 0))) - isSettled;
      for (const [at, each] of odds.entries()) slopes[at]! += error * each;
    }
    for (const [at, slope] of slopes.entries()) settled[at]! -= (FIT_RATE * slope) / unseen.length;
  }
  return { ...learnDeeds(calls), settled: settled.map((weight) => Number(weight.toFixed(3))) };
}

export function learnDeeds(calls: readonly ReadCall[]): LearntWeights<Deed> {
  const featuresOfTurns = calls.map(({ said }) =>
    said.turns.flatMap(({ party }, at) => (party === null ? [] : [featuresOf(said, at)])),
  );
  const learner = new Learner(DEEDS, featuresOfTurns.flat(), PACE);
  const known = featuresOfTurns.map((turns) => turns.map((features) => learner.idsOf(features)));
  const marks = calls.map(({ said, deeds }) =>
    deeds.filter((_, at) => said.turns[at]!.party !== null).map((deed) => DEEDS.indexOf(deed)),
  );
  for (const at of shuffled(calls.length, PACE.epochs)) learnCall(learner, known[at]!, marks[at]!, calls[at]!.outcome);
  return learner.learnt();
}

/** One step down the slope of the outcome's share, from the last turn back to the first. */
function learnCall(learner: Learner<Deed>, turns: readonly Int32Array[], marks: readonly number[], outcome: Outcome) {
  const shares = turns.map((ids) => learner.shares(ids));
  const states = [Float64Array.of(1, 0, 0, 0)];
  for (const own of shares) states.push(stateAfter(states.at(-1)!, own));
  const last = states.at(-1)!;
  const total = ENDS[outcome].reduce((sum, deed) => sum + last[deed]!, 0);
  let slopes = DEEDS.map((_, deed) => (ENDS[outcome].includes(deed) ? -1 / Math.max(MIN_SHARE, total) : 0));
  for (let turn = turns.length - 1; turn >= 0; turn -= 1) {
    const [own, before, slopesAfter] = [shares[turn]!, states[turn]!, slopes];
    const ofShares = slopesAfter.map((slope, deed) =>
      deed === NOTHING ? before.reduce((sum, share, state) => sum + slopesAfter[state]! * share, 0) : slope,
    );
    const mean = ofShares.reduce((sum, slope, deed) => sum + own[deed]! * slope, 0);
    learner.step(
      turns[turn]!,
      own.map(
        (share, deed) => share * (ofShares[deed]! - mean) + WEIGHT_OF_MARK * (share - (marks[turn] === deed ? 1 : 0)),
      ),
    );
    slopes = slopesAfter.map((slope) => slope * own[NOTHING]!);
  }
}

/** A turn that does nothing to the matter leaves the state as it is. */
const stateAfter = (before: Float64Array, own: Float64Array) =>
  before.map((share, state) => share * own[NOTHING]! + (state === NOTHING ? 0 : own[state]!));

export function learntFromOf(calls: readonly object[]): string {
  return createHash('sha256').update(JSON.stringify(calls)).digest('hex');
}
