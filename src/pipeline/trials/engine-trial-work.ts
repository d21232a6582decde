// One item of an engine trial: one call by one engine. hear-again.ts and judge-again.ts do what is asked; work/ claims, and
// decides what becomes of a failed run. Any process may be killed at any point: the next worker continues from the last
// checkpoint, and asks nothing again that is answered. judging/trials/trial-rounds.ts closes the trial once all of its items
// have ended.
import { Injectable, Logger } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { callWaits } from '../../calls/claims/due-calls.js';
import { YieldToCalls } from '../../calls/claims/yield-to-calls.js';
import { type ClaimedItem, type SkippedReason, TrialItemClaims } from '../../judging/trials/trial-item-claims.js';
import { Config } from '../../platform/config/config.js';
import { isAccountFull } from '../../platform/database/held-bytes.js';
import { ENGINE_TRIALS_QUEUE } from '../../platform/queue/queue-names.js';
import { ENGINE_TASKS } from '../../ports/engine-trouble.js';
import { GaveWay, type WorkFailure } from '../../work/claim.js';
import { nextDue } from '../../work/due-work.js';
import { halfAnAccount, type KindOfWork, type Run, type WorkLane } from '../../work/kind-of-work.js';
import type { WorkCounts } from '../../work/work-metrics.js';
import { CallWorkspaces } from '../steps/call-workspace.js';
import { HearAgain, whyNotHeard } from './hear-again.js';
import { JudgeAgain } from './judge-again.js';

/** While one call probes an engine, all others wait for the answer. */
const NOT_PAUSED =
  'engine NOT IN (SELECT p.engine FROM engine_pause p WHERE p.paused_until > now() OR p.probe_until > now())';
const NEXT = {
  name: 'next-engine-trial-item',
  text: nextDue('engine_trial_item', 'fence > 0', NOT_PAUSED, { passesOver: callWaits }),
};

/**
 * Half as many slots as for calls, since recordings are decoded too. An account's items wait while one of its calls does, and
 * while its calls hold all slots; those of paused engines wait too.
 */
export const TRIAL_LANE: WorkLane<ClaimedItem> = {
  name: 'engine-trials',
  queue: ENGINE_TRIALS_QUEUE,
  limits: ({ concurrency }) => halfAnAccount(Math.max(1, Math.floor(concurrency / 2))),
  next: (turn, { find, filledBy }) => find(NEXT, { ...turn, except: [...turn.except, ...filledBy('work')] }),
};

@Injectable()
export class EngineTrialWork implements KindOfWork<ClaimedItem> {
  readonly lanes = [TRIAL_LANE];
  readonly counts = COUNTS;
  readonly notProcessed = 'The call could not be tried';
  readonly span = 'try engine';
  readonly engines = ENGINE_TASKS;
  private readonly logger = new Logger(EngineTrialWork.name);

  constructor(
    readonly claims: TrialItemClaims,
    private readonly hearAgain: HearAgain,
    private readonly judgeAgain: JudgeAgain,
    private readonly yields: YieldToCalls,
    private readonly workspaces: CallWorkspaces,
    private readonly dataSource: DataSource,
    private readonly config: Config,
  ) {}

  async run(item: ClaimedItem, run: Run): Promise<void> {
    const reason = await this.whySkipped(item);
    if (reason !== null) return this.claims.skip(item, reason);
    const yielding = { ...run, giveWay: () => this.giveWay(item, run) };
    const tried =
      item.task === 'transcription'
        ? await this.hearAgain.run(item, item.storageKey ?? '', yielding)
        : await this.judgeAgain.run(item, yielding);
    run.signal.throwIfAborted();
    await (tried === null ? this.claims.skip(item, 'no_conversation') : this.claims.complete(item, tried));
  }

  async fail(item: ClaimedItem, failure: WorkFailure): Promise<void> {
    await this.claims.fail(item, failure);
    this.logger.warn({ ...this.logged(item), reason: failure.sentence }, 'An item of an engine trial failed');
  }

  logged({ trialId, analysisId, engine, requestId }: ClaimedItem) {
    return { trialId, analysisId, engine, requestId };
  }

  caller({ analysisId, accountId, livemode, task, engine }: ClaimedItem) {
    const tried = { task, name: engine };
    return { purpose: 'trial', accountId, livemode, analysisId, isBackground: true, tried } as const;
  }

  asksEngines({ scenario }: ClaimedItem): boolean {
    return scenario === null;
  }

  /** The files of an item that gave way stay for its next turn in this process. */
  async afterRun(item: ClaimedItem, gaveWay: boolean): Promise<void> {
    if (item.task !== 'transcription') return;
    await (gaveWay ? this.workspaces.keep(item) : this.workspaces.close(item)).catch((error: unknown) => {
      this.logger.warn(
        { ...this.logged(item), err: error },
        'Could not delete the folder of a run; the sweep will delete it',
      );
    });
  }

  /** Nothing is asked for what cannot be kept, or by an engine that calls would go to another one for. */
  private async whySkipped(item: ClaimedItem): Promise<SkippedReason | null> {
    if (!this.config.engines.all.has(item.engine)) return 'engine_gone';
    const reason =
      item.task === 'transcription' ? whyNotHeard(item) : item.scenario === null ? null : ('scenario' as const);
    if (reason !== null) return reason;
    return (await isAccountFull(this.dataSource, item.accountId, this.config)) ? 'account_full' : null;
  }

  /** A call of its account that waits goes first. The item keeps its place, and is passed over meanwhile. */
  private async giveWay(item: ClaimedItem, { giveWay }: Run): Promise<void> {
    if (this.claims.hasAdvanced(item) && !(await this.yields.mayGoOn(item.accountId))) throw new GaveWay();
    await giveWay();
  }
}

const COUNTS = {
  noun: 'engine_trial_item',
  help: {
    settled: 'Items of engine trials that reached their final state.',
    turnaround: 'Time from the start of an engine trial to the final state of an item.',
    handBacks: 'Items of engine trials put back to be worked on again.',
    slots: 'Free slots of this process for items of engine trials.',
  },
  since: ({ createdAt }) => createdAt,
} satisfies WorkCounts<ClaimedItem>;
