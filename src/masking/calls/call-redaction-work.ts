// One stored call that is masked, from claim to webhook: what it needs is what acceptance has left, masked and withheld.
// redact-stored-call.ts takes the steps; settle-call-redaction.ts writes the end. Any process may be killed at any point.
import { Injectable, Logger } from '@nestjs/common';
import type { HandBackReason, WorkFailure } from '../../work/claim.js';
import type { KindOfWork, Run } from '../../work/kind-of-work.js';
import { CallRedactionClaims, type ClaimedCallRedaction } from './call-redaction-claims.js';
import { CallRedactionLane } from './call-redaction-lane.js';
import { CallRedactionMetrics } from './call-redaction-metrics.js';
import { RedactStoredCall } from './redact-stored-call.js';
import { RedactionFolders } from './redaction-folders.js';
import { SettleCallRedaction } from './settle-call-redaction.js';

@Injectable()
export class CallRedactionWork implements KindOfWork<ClaimedCallRedaction> {
  readonly lanes;
  readonly notProcessed = 'The call could not be masked as a whole';
  readonly span = 'mask stored call';
  readonly engines = ['analysis'] as const;
  private readonly logger = new Logger(CallRedactionWork.name);

  constructor(
    lane: CallRedactionLane,
    readonly claims: CallRedactionClaims,
    private readonly redactCall: RedactStoredCall,
    private readonly settle: SettleCallRedaction,
    private readonly folders: RedactionFolders,
    private readonly metrics: CallRedactionMetrics,
  ) {
    this.lanes = [lane];
  }

  async run(redaction: ClaimedCallRedaction, run: Run): Promise<void> {
    await this.redactCall.run(redaction, run);
    this.metrics.settled('completed', redaction.createdAt);
  }

  async fail(redaction: ClaimedCallRedaction, failure: WorkFailure): Promise<void> {
    await this.settle.fail(redaction, failure);
    this.metrics.settled('failed', redaction.createdAt);
    this.logger.warn(
      { ...this.logged(redaction), reason: failure.sentence },
      'Masking a stored call failed; its words are masked and its recording is withheld',
    );
  }

  logged({ id: callRedactionId, analysisId, requestId }: ClaimedCallRedaction) {
    return { callRedactionId, analysisId, requestId };
  }

  handedBack(reason: HandBackReason): void {
    this.metrics.handedBack(reason);
  }

  caller({ accountId, livemode, analysisId }: ClaimedCallRedaction) {
    return { purpose: 'redaction', accountId, livemode, analysisId } as const;
  }

  asksEngines({ isScenario }: ClaimedCallRedaction): boolean {
    return !isScenario;
  }

  needsWorker(): boolean {
    return true;
  }

  clearUp(): Promise<void> {
    return this.folders.sweep();
  }
}
