// Publishes revisions, through the gate of their scorecard.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { recordAudit } from '../../platform/audit/record-audit.js';
import { refuseTestKey } from '../../platform/database/lock-for-change.js';
import { queryRow } from '../../platform/database/sql.js';
import type { Caller } from '../../platform/http/access/caller.js';
import type { BeforeCommit } from '../../platform/http/idempotency/store-response.js';
import type { Gate } from '../../scorecards/cards/gates.js';
import { type PublishedScorecard, PublishedScorecards } from '../../scorecards/cards/published-scorecards.js';
import { type RevisionRow, RevisionsService } from '../../scorecards/cards/revisions.service.js';
import { archivedUnchangeable, scorecardNotFound } from '../../scorecards/cards/scorecard-errors.js';
import { viaOf } from '../../wire/via.js';
import { Counting } from '../calibration/agreement/counting.js';
import { NO_RATINGS, readRatings } from '../calibration/agreement/read-ratings.js';
import { GateAnswers } from './gate-answers.js';
import { gateRefusal } from './gate-errors.js';

/** Ten sessions of the largest kind. */
const MAX_CALLS = 2_000;

export interface RevisionToPublish {
  readonly scorecardId: string;
  readonly number: number;
  readonly force: boolean;
}

export interface Publication {
  readonly row: RevisionRow;
  /** Null without a gate, and for the revision that is published already. */
  readonly gate: 'passed' | 'too_few' | 'forced' | null;
}

interface CardRow {
  readonly livemode: boolean;
  readonly archived: boolean;
  readonly gate: Gate;
  readonly published: number | null;
}

@Injectable()
export class PublishRevision {
  constructor(
    private readonly dataSource: DataSource,
    private readonly scorecards: PublishedScorecards,
    private readonly revisions: RevisionsService,
    private readonly answers: GateAnswers,
    private readonly counting: Counting,
  ) {}

  /**
   * @throws ApiError 400 for an archived scorecard, and where the gate refuses; 401; 402; 403 for a live scorecard and a test
   *   key; 404; 429; 503 as a test of a revision
   */
  async run(
    caller: Caller,
    { scorecardId, number, force }: RevisionToPublish,
    store: BeforeCommit<Publication>,
  ): Promise<Publication> {
    const { accountId } = caller;
    const card = await queryRow<CardRow>(this.dataSource, CARD, [scorecardId, accountId]);
    if (!card) throw scorecardNotFound();
    refuseTestKey(caller, card);
    if (card.archived) throw archivedUnchangeable();
    const isGated = card.gate !== 'off' && card.published !== number;
    const judged =
      isGated && !force ? await this.scorecards.trial(this.dataSource, accountId, scorecardId, number) : null;
    const gate = !isGated ? null : judged === null ? 'forced' : await this.pass(accountId, card, judged);
    const terms = {
      force: gate === 'forced' ? { via: viaOf(caller), by: caller.principal.id } : null,
      contentHash: judged?.contentHash ?? null,
    };
    const row = await this.revisions.publish(caller, scorecardId, number, terms, async (tx, published) => {
      await tx.query('DELETE FROM gate_answer WHERE scorecard_id = $1 AND revision = $2', [scorecardId, number]);
      const details = { revision: number, gate, force };
      await recordAudit(tx, caller, 'scorecard.published', { type: 'scorecard', id: scorecardId }, details);
      await store(tx, { row: published, gate });
    });
    return { row, gate };
  }

  private async pass(accountId: string, card: CardRow, judged: PublishedScorecard): Promise<'passed' | 'too_few'> {
    const { livemode, published, gate } = card;
    const { scorecardId } = judged;
    if (published === null) return 'too_few';
    const every = { accountId, livemode, scorecardId, revision: published, closedAfter: null, closedBefore: null };
    const read = await readRatings(this.dataSource, every, MAX_CALLS);
    const rated = read.filter(({ ratings }) => ratings !== NO_RATINGS);
    if (rated.length === 0) return 'too_few';
    const answers = await this.answers.all(
      { accountId, scorecard: judged },
      rated.map(({ id }) => id),
    );
    const before = await this.scorecards.revision(this.dataSource, accountId, scorecardId, published);
    const { worse, untrusted, tooFew } = await this.counting.passGate(accountId, {
      before: before.formText,
      after: judged.formText,
      calls: rated.map((call) => ({ ...call, judged: answers.get(call.id) ?? null })),
    });
    const refusal = gateRefusal(judged.revision, { worse, untrusted: gate === 'trusted' ? untrusted : [] });
    if (refusal) throw refusal;
    return tooFew ? 'too_few' : 'passed';
  }
}

const CARD = `SELECT livemode, archived_at IS NOT NULL AS archived, gate, published_revision AS published
  FROM scorecard WHERE id = $1 AND account_id = $2`;
