// Calls that come by themselves, without a request of their own: the lines of batches, the objects of sources, callbacks. Each is
// checked and accepted as one that is submitted.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockAccountAgainstErasure } from '../../platform/database/account-lock.js';
import { unauthorized } from '../../platform/errors/api-error.js';
import { AcceptCall, NameTaken, type NewCall, type Submitter } from './accept-call.js';
import { type AskedSubmission, SubmissionFields } from './submission-fields.js';

/** For whom the calls come: as the row of the batch or the source says. */
export interface Owner {
  readonly accountId: string;
  readonly livemode: boolean;
}

export interface UnattendedCall
  extends Pick<NewCall, 'id' | 'requestId' | 'submission' | 'recording' | 'acceptedWith'> {
  readonly owner: Owner;
}

export interface Acceptance {
  readonly analysisId: string;
  /** False when an earlier call has the name: that one is `analysisId`. */
  readonly isNew: boolean;
}

@Injectable()
export class SubmitUnattended {
  constructor(
    private readonly acceptCall: AcceptCall,
    private readonly fields: SubmissionFields,
  ) {}

  /** Checks a body of POST /analysis/from-url as a request does. @throws ApiError 422 */
  read(body: unknown, owner: Owner): AskedSubmission {
    return this.fields.readJson(body, owner);
  }

  /** As `read`, for a call whose recording is stored already: `audio_url` is none of its fields. @throws ApiError 422 */
  readStored(body: unknown, owner: Owner): AskedSubmission {
    return this.fields.readStored(body, owner);
  }

  /**
   * @throws ApiError as POST /analysis/from-url: 400, 402, 404; 401 for an account that is gone; AcceptanceUnknown. After any
   *   other error the call is not accepted
   */
  async accept({ owner, ...call }: UnattendedCall): Promise<Acceptance> {
    try {
      await this.acceptCall.accept({ ...call, caller: submitterFor(owner), idempotent: null, isBulk: true });
      return { analysisId: call.id, isNew: true };
    } catch (error) {
      if (error instanceof NameTaken) return { analysisId: error.analysisId, isNew: false };
      throw error;
    }
  }
}

/** No credential is confirmed: that of the request which made the batch or the source may have ended since. */
function submitterFor(owner: Owner): Submitter {
  return {
    ...owner,
    confirm: async (tx: EntityManager) => {
      if (!(await lockAccountAgainstErasure(tx, owner.accountId))) throw unauthorized();
    },
  };
}
