// A turn at the calls that a scorecard watches: some of them are judged, and the check is ended once all are.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryRow } from '../../platform/database/sql.js';
import { type PublishedScorecard, PublishedScorecards } from '../../scorecards/cards/published-scorecards.js';
import { type ClaimedWatch, WatchClaims } from '../../scorecards/watch/watch-claims.js';
import { MIN_WATCHED } from '../../scorecards/watch/watch-errors.js';
import { MAX_AT_ONCE } from '../evaluating/trials/judge-once.js';
import { EndCheck, type EndOfCheck } from './end-check.js';
import { JudgeVersions } from './judge-versions.js';
import { JudgeWatched } from './judge-watched.js';

/** Judgings of a turn. Other accounts have theirs after it. */
const A_TURN = 2 * MAX_AT_ONCE;

/** Runs a transaction that no erasure of the account interrupts, and sends its deliveries. */
export type WriteCheck = (end: EndOfCheck) => Promise<void>;

@Injectable()
export class CheckJudge {
  constructor(
    private readonly dataSource: DataSource,
    private readonly claims: WatchClaims,
    private readonly scorecards: PublishedScorecards,
    private readonly versions: JudgeVersions,
    private readonly judge: JudgeWatched,
    private readonly ends: EndCheck,
  ) {}

  /** @throws ClaimLost; ProviderError; reason of the signal */
  async goOn(claimed: ClaimedWatch, signal: AbortSignal, write: WriteCheck): Promise<void> {
    const card = await this.cardOf(claimed);
    if (card === null || (await this.claims.countCalls(claimed)) < MIN_WATCHED)
      return write(async (tx) => {
        await this.claims.rest(tx, claimed);
        return [];
      });
    const watch = await this.begun(claimed, card, write);
    const toDo = await this.claims.toDo(watch, card, A_TURN);
    if (toDo.length > 0) return this.claims.handBack(watch, await this.judge.run(watch, card, toDo, signal));
    await write(await this.ends.of(watch, card));
  }

  /** Goes on with the check at work, unless form or judge are other ones since it was begun. */
  private async begun(claimed: ClaimedWatch, card: PublishedScorecard, write: WriteCheck): Promise<ClaimedWatch> {
    const judge = await this.versions.of(claimed.accountId, card.asksModel);
    const { revision } = card;
    if (claimed.stage !== null && claimed.revision === revision && claimed.judge === judge) return claimed;
    await write(async (tx) => {
      await this.claims.begin(tx, claimed, card, judge);
      return [];
    });
    return { ...claimed, stage: 'once', revision, judge };
  }

  /** Null for a scorecard that judges no calls. */
  private async cardOf({ accountId, scorecardId }: ClaimedWatch): Promise<PublishedScorecard | null> {
    const found = await queryRow<{ revision: number | null }>(this.dataSource, PUBLISHED, [scorecardId, accountId]);
    if (!found || found.revision === null) return null;
    return this.scorecards.revision(this.dataSource, accountId, scorecardId, found.revision);
  }
}

const PUBLISHED = `SELECT CASE WHEN archived_at IS NULL THEN published_revision END AS revision FROM scorecard
  WHERE id = $1 AND account_id = $2`;
