// One stored call that is masked, from claim to webhook: what it needs is what acceptance has left, masked and withheld.
// redact-stored-call.ts takes the steps; settle-call-redaction.ts writes the end. Any process may be killed at any point.
import { Injectable, Logger } from '@nestjs/common';
import type { WorkFailure } from '../../work/claim.js';
import type { KindOfWork, Run } from '../../work/kind-of-work.js';
import type { WorkCounts } from '../../work/work-metrics.js';
import { CallRedactionClaims, type ClaimedCallRedaction } from './call-redaction-claims.js';
import { CALL_REDACTION_LANE } from './call-redaction-lane.js';
import { RedactStoredCall } from './redact-stored-call.js';
import { RedactionFolders } from './redaction-folders.js';
import { SettleCallRedaction } from './settle-call-redaction.js';

@Injectable()
export class CallRedactionWork implements KindOfWork<ClaimedCallRedaction> {
  readonly lanes = [CALL_REDACTION_LANE];
  readonly counts = COUNTS;
  readonly notProcessed = 'The call could not be masked as a whole';
  readonly span = 'mask stored call';
  readonly engines = ['analysis'] as const;
  private readonly logger = new Logger(CallRedactionWork.name);

  constructor(
    readonly claims: CallRedactionClaims,
    private readonly redactCall: RedactStoredCall,
    private readonly settle: SettleCallRedaction,
    private readonly folders: RedactionFolders,
  ) {}

  run(redaction: ClaimedCallRedaction, run: Run): Promise<void> {
    return this.redactCall.run(redaction, run);
  }

  async fail(redaction: ClaimedCallRedaction, failure: WorkFailure): Promise<void> {
    await this.settle.fail(redaction, failure);
    this.logger.warn(
      { ...this.logged(redaction), reason: failure.sentence },
      'Masking a stored call failed; its words are masked and its recording is withheld',
    );
  }

  logged({ id: callRedactionId, analysisId, requestId }: ClaimedCallRedaction) {
    return { callRedactionId, analysisId, requestId };
  }

  caller({ accountId, livemode, analysisId }: ClaimedCallRedaction) {
    return { purpose: 'redaction', accountId, livemode, analysisId } as const;
  }

  asksEngines({ isScenario }: ClaimedCallRedaction): boolean {
    return !isScenario;
  }

  clearUp(): Promise<void> {
    return this.folders.sweep();
  }
}

const COUNTS = {
  noun: 'call_redaction',
  help: {
    settled: 'Stored calls whose masking has ended.',
    turnaround: 'Time from the request to mask a stored call to its end.',
    handBacks: 'Stored calls put back to be masked later.',
    slots: 'Free slots of this process for stored calls to mask.',
  },
  since: ({ createdAt }) => createdAt,
} satisfies WorkCounts<ClaimedCallRedaction>;
