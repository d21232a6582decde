// Ends a check of the judge of a scorecard: compares the answers then and now, tells a change, and has the new judge be the one
// to compare with.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Drift } from '../../judgement/agreement/drift.js';
import type { PublishedScorecard } from '../../scorecards/cards/published-scorecards.js';
import { type ClaimedWatch, JUDGINGS, WatchClaims } from '../../scorecards/watch/watch-claims.js';
import { MIN_WATCHED } from '../../scorecards/watch/watch-errors.js';
import { Deliveries } from '../../webhooks/deliveries.service.js';
import type { DriftResponse, DriftVerdict } from '../../wire/drift.response.js';
import { Counting } from '../calibration/agreement/counting.js';

/** Writes the end of a check. @returns the ids of deliveries */
export type EndOfCheck = (tx: EntityManager) => Promise<readonly string[]>;

const tellsNothing =
  (write: (tx: EntityManager) => Promise<void>): EndOfCheck =>
  async (tx) => {
    await write(tx);
    return [];
  };

@Injectable()
export class EndCheck {
  constructor(
    private readonly claims: WatchClaims,
    private readonly counting: Counting,
    private readonly deliveries: Deliveries,
  ) {}

  /** Call it once all calls of the check are judged. */
  async of(watch: ClaimedWatch, card: PublishedScorecard): Promise<EndOfCheck> {
    const found = await this.claims.answers(watch);
    const isFirst = found.every(({ isFresh }) => isFresh);
    const calls = found.filter(
      ({ isFresh, answers }) => answers.length > (isFirst ? JUDGINGS - 1 : JUDGINGS) && isFresh === isFirst,
    );
    // So many transcripts have changed meanwhile that the next check has to begin again.
    if (calls.length < MIN_WATCHED) return tellsNothing((tx) => this.claims.rest(tx, watch));
    const then = isFirst ? 1 : JUDGINGS;
    const drift = await this.counting.compareJudges(watch.accountId, {
      form: card.formText,
      isFirst,
      watched: calls.map(({ id, answers }) => ({ id, was: answers.slice(0, then), is: answers.slice(then) })),
    });
    if (isFirst) {
      const first = JSON.stringify(driftOf(watch, watch.judge, drift, 'steady'));
      return tellsNothing((tx) => this.claims.end(tx, watch, { drift: first, base: 'present' }));
    }
    if (watch.stage === 'once' && drift.isSuspect) return tellsNothing((tx) => this.claims.judgeAgain(tx, watch));
    if (watch.stage === 'again' && drift.hasChanged) return this.tell(watch, drift);
    const steady = JSON.stringify(driftOf(watch, watch.base, { ...drift, changed: [] }, 'steady'));
    return tellsNothing((tx) => this.claims.end(tx, watch, { drift: steady, base: 'kept' }));
  }

  private tell(watch: ClaimedWatch, found: Drift): EndOfCheck {
    const drift = driftOf(watch, watch.base, found, 'judge_changed');
    const { was, is, same, ci, changed } = drift;
    const { accountId, scorecardId, livemode } = watch;
    return async (tx) => {
      await this.claims.end(tx, watch, { drift: JSON.stringify(drift), base: 'present' });
      const judgeChangeId = await this.claims.recordChange(tx, watch, JSON.stringify({ was, is, same, ci, changed }));
      const of = { accountId, analysisId: null, judgeChangeId, scorecardId, livemode };
      return this.deliveries.recordEvent(tx, { ...of, event: 'scorecard.drift', webhook: { url: null, events: [] } });
    };
  }
}

/** @param was JSON text */
const driftOf = (
  { judge }: ClaimedWatch,
  was: string | null,
  { same, ci, changed }: Drift,
  verdict: DriftVerdict,
): DriftResponse => ({
  checked_at: Math.floor(Date.now() / 1000),
  was: was === null ? null : JSON.parse(was),
  is: judge === null ? null : JSON.parse(judge),
  same,
  ci,
  changed,
  verdict,
});
