// Counts how far raters agree, in a thread, and gives it the form that clients receive.
import { Injectable } from '@nestjs/common';
import { RESAMPLES } from '../../../judgement/agreement/bootstrap.js';
import type { DifferingCall } from '../../../judgement/agreement/differing-calls.js';
import type { Drift } from '../../../judgement/agreement/drift.js';
import type { GateFinding } from '../../../judgement/agreement/gate.js';
import type { Between, FormAgreement, QuestionAgreement } from '../../../judgement/agreement/question-agreement.js';
import { RequestSlots } from '../../../platform/concurrency/request-slots.js';
import { TaskThreads } from '../../../platform/concurrency/task-threads.js';
import { threadProgram } from '../../../platform/concurrency/thread-program.js';
import type { AgreementResponse, QuestionAgreementResponse } from '../../../wire/agreement.response.js';
import type { Counted, CountingTask, DriftTask, GateTask } from './counting-task.js';

/** Two thousand calls with a hundred questions and twenty raters take half a minute of a core alone. */
const TIMEOUT_MS = 120_000;

interface CountedAgreement {
  readonly agreements: ReadonlyMap<Between, AgreementResponse>;
  readonly differing: readonly DifferingCall[];
}

export interface CountedForm {
  readonly scorecardId: string;
  readonly revision: number;
}

@Injectable()
export class Counting {
  private readonly slots = new RequestSlots();
  private readonly threads: TaskThreads;

  /** @param workerPath program of the thread; default: the compiled `counting.worker.js` */
  constructor(workerPath: string = threadProgram(import.meta.dirname, 'counting.worker.js')) {
    this.threads = new TaskThreads({
      path: workerPath,
      name: 'The thread that counts agreement',
      maxHeapMb: 1024,
      idleMs: 30_000,
    });
  }

  /**
   * @param read reads what is counted; once it is the account's turn, since what waits would fill the memory
   * @throws Error where it takes too long; what `read` throws
   */
  async count(accountId: string, of: CountedForm, read: () => Promise<CountingTask>): Promise<CountedAgreement> {
    const { agreements, differing } = await this.slots.run(accountId, async () =>
      this.threads.run<Counted>(await read(), AbortSignal.timeout(TIMEOUT_MS)),
    );
    return {
      agreements: new Map(agreements.map(([between, found]) => [between, agreementOf(of, between, found)])),
      differing,
    };
  }

  /** @throws Error where it takes too long */
  passGate(accountId: string, task: GateTask): Promise<GateFinding> {
    return this.slots.run(accountId, () => this.threads.run<GateFinding>(task, AbortSignal.timeout(TIMEOUT_MS)));
  }

  /** @throws Error where it takes too long */
  compareJudges(accountId: string, task: DriftTask): Promise<Drift> {
    return this.slots.run(accountId, () => this.threads.run<Drift>(task, AbortSignal.timeout(TIMEOUT_MS)));
  }
}

const agreementOf = (
  { scorecardId, revision }: CountedForm,
  between: Between,
  { seed, questions }: FormAgreement,
): AgreementResponse => ({
  object: 'agreement',
  scorecard_id: scorecardId,
  revision,
  between,
  basis: 'calibrations',
  seed,
  resamples: RESAMPLES,
  questions: questions.map(questionOf),
});

function questionOf({ naMismatch, ...found }: QuestionAgreement): QuestionAgreementResponse {
  const { question, n, raters, rarest, agreement, kappa, alpha, ac1, matrix, verdict } = found;
  return { question, n, raters, rarest, agreement, kappa, alpha, ac1, matrix, na_mismatch: naMismatch, verdict };
}
