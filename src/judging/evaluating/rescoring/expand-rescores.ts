// Goes through the calls of a job that judges stored calls again, and makes their evaluations page by page. A page is one
// transaction: a worker may be killed anywhere, and the next one goes on after the last page, without a call twice.

import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { EvaluationLimit } from '../../../billing/usage/evaluation-limit.js';
import { type CompletedCall, nextCompletedCalls } from '../../../calls/listing/completed-calls.js';
import { EVALUATIONS_QUEUE } from '../../../platform/queue/queue-names.js';
import { EvaluationRecords } from '../../../scorecards/evaluations/evaluation-records.js';
import { type ClaimedRescore, RescoreClaims } from '../../../scorecards/rescores/rescore-claims.js';
import { Doorbells } from '../../../work/doorbells.js';
import { unlessLost, writeAndTell } from '../../../work/jobs/job-writes.js';
import { RescoreNotices } from './rescore-notices.js';

/** Calls a page. Its transaction hashes their transcripts, so that it takes some tenths of a second. */
const PAGE_CALLS = 500;
/** A job has no more evaluations waiting than these: a million rows at once would delay every index and a cancellation. */
const MAX_UNSETTLED = 2_000;
/** Time until the worker looks again at a job that has enough evaluations waiting. */
const WAIT_MS = 500;

@Injectable()
export class ExpandRescores {
  constructor(
    private readonly dataSource: DataSource,
    private readonly claims: RescoreClaims,
    private readonly records: EvaluationRecords,
    private readonly limit: EvaluationLimit,
    private readonly notices: RescoreNotices,
    private readonly doorbells: Doorbells,
  ) {}

  /** One page of the job that has the next turn. @returns false when no job waits for a page */
  async expandNext(): Promise<boolean> {
    const claimed = await this.claims.claimNext();
    if (!claimed) return false;
    const room = MAX_UNSETTLED - PAGE_CALLS;
    if ((await this.claims.countUnsettled(claimed.id, room + 1)) > room) {
      await this.claims.handBack(claimed, WAIT_MS);
      return true;
    }
    await this.addPage(claimed);
    return true;
  }

  /** Nothing of the page is stored where the job was canceled, erased, or taken over by another worker. */
  private async addPage(claimed: ClaimedRescore): Promise<void> {
    const page = writeAndTell(this.dataSource, claimed.accountId, this.notices, (tx) => this.addPageIn(tx, claimed));
    await unlessLost(page);
    await this.doorbells.ring(EVALUATIONS_QUEUE);
  }

  private async addPageIn(tx: EntityManager, claimed: ClaimedRescore): Promise<string[]> {
    const { accountId } = claimed;
    const calls = await nextCompletedCalls(tx, claimed.calls, claimed.cursor, PAGE_CALLS);
    const created = await this.records.create(
      tx,
      calls.map((call) => toWanted(claimed, call)),
    );
    const ofTestMode = new Set(calls.filter(({ livemode }) => !livemode).map(({ id }) => id));
    const test = created.filter(({ analysisId }) => ofTestMode.has(analysisId)).length;
    const made = { live: created.length - test, test };
    const isLast = calls.length < PAGE_CALLS;
    const settled = await this.claims.recordPage(tx, claimed, {
      cursor: calls.at(-1) ?? null,
      made,
      skipped: calls.length - created.length,
      isLast,
    });
    const deliveryIds = settled ? await this.notices.record(tx, settled) : [];
    if (isLast) {
      const {
        taken,
        calls: { settledBy: startedAt },
      } = claimed;
      const unused = {
        live: taken.live - claimed.made.live - made.live,
        test: taken.test - claimed.made.test - made.test,
      };
      await this.limit.giveBackByMode(tx, accountId, unused, startedAt);
    }
    return deliveryIds;
  }
}

function toWanted({ id, accountId, requestId, scorecardId, revision, modelKey }: ClaimedRescore, call: CompletedCall) {
  return {
    accountId,
    analysisId: call.id,
    livemode: call.livemode,
    scorecardId,
    revision,
    modelKey: call.isScenario ? null : modelKey,
    rescoreId: id,
    requestId,
  };
}
