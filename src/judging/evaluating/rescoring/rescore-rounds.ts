// Has this worker go on with jobs that judge stored calls again, at an interval, whatever became of the doorbell: makes the pages
// that are due, and closes jobs whose calls were deleted before they were judged.
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { EvaluationLimit } from '../../../billing/usage/evaluation-limit.js';
import { lockAccountAgainstErasure } from '../../../platform/database/account-lock.js';
import { PeriodicTask } from '../../../platform/operations/periodic-task.js';
import { RescoreClaims, type ShortRescore } from '../../../scorecards/rescores/rescore-claims.js';
import { ClaimLost } from '../../../work/claim.js';
import { ExpandRescores } from './expand-rescores.js';
import { RescoreNotices } from './rescore-notices.js';

/** Each look is a seek in an index that holds the jobs in progress alone. */
const ROUND_MS = 500;
/** Jobs of a kind that a round closes: the others wait for the next one. */
const MAX_CLOSED = 100;

@Injectable()
export class RescoreRounds implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(RescoreRounds.name);
  private readonly round = new PeriodicTask(
    () => this.run(),
    (error) => this.logger.warn({ err: error }, 'Work on rescoring jobs failed; the next round tries again'),
  );
  private stopping = false;

  constructor(
    private readonly dataSource: DataSource,
    private readonly expansion: ExpandRescores,
    private readonly claims: RescoreClaims,
    private readonly limit: EvaluationLimit,
    private readonly notices: RescoreNotices,
  ) {}

  onApplicationBootstrap(): void {
    this.round.start(ROUND_MS);
  }

  onApplicationShutdown(): Promise<void> {
    this.stopping = true;
    return this.round.stop();
  }

  private async run(): Promise<void> {
    while (!this.stopping && (await this.expansion.expandNext())) {}
    for (const short of await this.claims.findShort(MAX_CLOSED)) await this.close(short);
    for (const leftOver of await this.claims.findLeftOver(MAX_CLOSED)) await this.clear(leftOver);
  }

  private async close(short: ShortRescore): Promise<void> {
    try {
      const deliveryIds = await this.dataSource.transaction(async (tx) => {
        if (!(await lockAccountAgainstErasure(tx, short.accountId))) return [];
        const settled = await this.claims.closeShort(tx, short);
        const recorded = settled ? await this.notices.record(tx, settled) : [];
        const { accountId, missing, missingTest: test, startedAt } = short;
        await this.limit.giveBackByMode(tx, accountId, { live: missing - test, test }, startedAt);
        return recorded;
      });
      this.notices.send(deliveryIds);
    } catch (error) {
      if (!(error instanceof ClaimLost)) throw error;
    }
  }

  /** A worker was settling them when their job was canceled, and then did not. */
  private async clear({
    id,
    accountId,
    startedAt,
  }: Pick<ShortRescore, 'id' | 'accountId' | 'startedAt'>): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      if (!(await lockAccountAgainstErasure(tx, accountId))) return;
      const deleted = await this.claims.deleteUnsettled(tx, id, 'free');
      await this.limit.giveBackByMode(tx, accountId, deleted, startedAt);
    });
  }
}
