// Has this worker go on with jobs that judge stored calls again: makes the pages that are due, and closes jobs whose calls were
// deleted before they were judged.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EvaluationLimit } from '../../../billing/usage/evaluation-limit.js';
import { RescoreClaims, type ShortRescore } from '../../../scorecards/rescores/rescore-claims.js';
import { JobRounds } from '../../../work/jobs/job-rounds.js';
import { ExpandRescores } from './expand-rescores.js';
import { RescoreNotices } from './rescore-notices.js';

/** Jobs of a kind that a round closes: the others wait for the next one. */
const MAX_CLOSED = 100;
const FAILED = 'Work on rescoring jobs failed; the next round tries again';

@Injectable()
export class RescoreRounds extends JobRounds {
  constructor(
    dataSource: DataSource,
    private readonly expansion: ExpandRescores,
    private readonly claims: RescoreClaims,
    private readonly limit: EvaluationLimit,
    private readonly notices: RescoreNotices,
  ) {
    super(dataSource, notices, { turnFailed: FAILED, countFailed: FAILED });
  }

  protected takeTurn(): Promise<boolean> {
    return this.expansion.expandNext();
  }

  protected async count(): Promise<void> {
    for (const short of await this.claims.findShort(MAX_CLOSED)) await this.close(short);
    for (const leftOver of await this.claims.findLeftOver(MAX_CLOSED)) await this.clear(leftOver);
  }

  private close(short: ShortRescore): Promise<void> {
    const { accountId, missing, missingTest: test, startedAt } = short;
    return this.write(accountId, async (tx) => {
      const settled = await this.claims.closeShort(tx, short);
      const deliveryIds = settled ? await this.notices.record(tx, settled) : [];
      await this.limit.giveBackByMode(tx, accountId, { live: missing - test, test }, startedAt);
      return deliveryIds;
    });
  }

  /** A worker was settling them when their job was canceled, and then did not. */
  private clear({ id, accountId, startedAt }: Pick<ShortRescore, 'id' | 'accountId' | 'startedAt'>): Promise<void> {
    return this.write(accountId, async (tx) => {
      const deleted = await this.claims.deleteUnsettled(tx, id, 'free');
      await this.limit.giveBackByMode(tx, accountId, deleted, startedAt);
      return [];
    });
  }
}
