// One correction, from claim to webhook: what it needs is the stored transcript and the changes, what it leaves is the next
// version. correct-call.ts takes the steps; settle-correction.ts writes the end. Any process may be killed at any point.
import { Injectable, Logger } from '@nestjs/common';
import type { HandBackReason, WorkFailure } from '../../../work/claim.js';
import type { KindOfWork, Run } from '../../../work/kind-of-work.js';
import { CorrectCall } from './correct-call.js';
import { type ClaimedCorrection, CorrectionClaims } from './correction-claims.js';
import { CorrectionLane } from './correction-lane.js';
import { CorrectionMetrics } from './correction-metrics.js';

@Injectable()
export class CorrectionWork implements KindOfWork<ClaimedCorrection> {
  readonly lanes;
  readonly notProcessed = 'The transcript could not be corrected';
  readonly span = 'correct transcript';
  readonly engines = ['analysis'] as const;
  private readonly logger = new Logger(CorrectionWork.name);

  constructor(
    lane: CorrectionLane,
    readonly claims: CorrectionClaims,
    private readonly correctCall: CorrectCall,
    private readonly metrics: CorrectionMetrics,
  ) {
    this.lanes = [lane];
  }

  async run(correction: ClaimedCorrection, run: Run): Promise<void> {
    await this.correctCall.run(correction, run);
    this.metrics.settled('completed', correction.createdAt);
  }

  async fail(correction: ClaimedCorrection, failure: WorkFailure): Promise<void> {
    await this.claims.fail(correction, failure);
    this.metrics.settled('failed', correction.createdAt);
    this.logger.warn(
      { ...this.logged(correction), reason: failure.sentence },
      'Correction failed; the old version stands',
    );
  }

  logged({ id: correctionId, analysisId, requestId }: ClaimedCorrection) {
    return { correctionId, analysisId, requestId };
  }

  handedBack(reason: HandBackReason): void {
    this.metrics.handedBack(reason);
  }

  caller({ accountId, livemode, analysisId }: ClaimedCorrection) {
    return { purpose: 'correction', accountId, livemode, analysisId } as const;
  }

  asksEngines({ isScenario }: ClaimedCorrection): boolean {
    return !isScenario;
  }

  needsWorker(): boolean {
    return true;
  }
}
