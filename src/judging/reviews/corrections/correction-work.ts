// One correction, from claim to webhook: what it needs is the stored transcript and the changes, what it leaves is the next
// version. correct-call.ts takes the steps; settle-correction.ts writes the end. Any process may be killed at any point.
import { Injectable, Logger } from '@nestjs/common';
import { CORRECTIONS_QUEUE } from '../../../platform/queue/queue-names.js';
import type { WorkFailure } from '../../../work/claim.js';
import { nextDue } from '../../../work/due-work.js';
import { halfAnAccount, type KindOfWork, type Run, type WorkLane } from '../../../work/kind-of-work.js';
import type { WorkCounts } from '../../../work/work-metrics.js';
import { CorrectCall } from './correct-call.js';
import { type ClaimedCorrection, CorrectionClaims } from './correction-claims.js';

const BEGUN = 'fence > 0';
const NEXT = { name: 'next-correction', text: nextDue('correction', BEGUN, 'true') };
const NEXT_SCENARIO = { name: 'next-correction-of-scenario', text: nextDue('correction', BEGUN, 'is_scenario') };

/** The slots for corrections in each worker, beside those for calls. Accounts take turns. */
export const CORRECTION_LANE: WorkLane<ClaimedCorrection> = {
  name: 'corrections',
  queue: CORRECTIONS_QUEUE,
  limits: ({ correctionConcurrency }) => halfAnAccount(correctionConcurrency),
  next: async (turn, { find, isPaused }) => find((await isPaused('analysis')) ? NEXT_SCENARIO : NEXT, turn),
};

@Injectable()
export class CorrectionWork implements KindOfWork<ClaimedCorrection> {
  readonly lanes = [CORRECTION_LANE];
  readonly counts = COUNTS;
  readonly notProcessed = 'The transcript could not be corrected';
  readonly span = 'correct transcript';
  readonly engines = ['analysis'] as const;
  private readonly logger = new Logger(CorrectionWork.name);

  constructor(
    readonly claims: CorrectionClaims,
    private readonly correctCall: CorrectCall,
  ) {}

  run(correction: ClaimedCorrection, run: Run): Promise<void> {
    return this.correctCall.run(correction, run);
  }

  async fail(correction: ClaimedCorrection, failure: WorkFailure): Promise<void> {
    await this.claims.fail(correction, failure);
    this.logger.warn(
      { ...this.logged(correction), reason: failure.sentence },
      'Correction failed; the old version stands',
    );
  }

  logged({ id: correctionId, analysisId, requestId }: ClaimedCorrection) {
    return { correctionId, analysisId, requestId };
  }

  caller({ accountId, livemode, analysisId }: ClaimedCorrection) {
    return { purpose: 'correction', accountId, livemode, analysisId } as const;
  }

  asksEngines({ isScenario }: ClaimedCorrection): boolean {
    return !isScenario;
  }
}

const COUNTS = {
  noun: 'correction',
  help: {
    settled: 'Corrections of transcripts that reached their final state.',
    turnaround: 'Time from the request to correct a transcript to the final state of the correction.',
    handBacks: 'Corrections put back to be worked on again.',
    slots: 'Free slots of this process for corrections.',
  },
  since: ({ createdAt }) => createdAt,
} satisfies WorkCounts<ClaimedCorrection>;
