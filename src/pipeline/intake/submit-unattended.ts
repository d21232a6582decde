// Accepts calls without a request of their own: lines of batches, objects of sources, callbacks. Each is checked and accepted
// like a submitted call.
import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { lockAccountAgainstErasure } from '../../platform/database/account-lock.js';
import { unauthorized } from '../../platform/errors/api-error.js';
import { AcceptCall, NameTaken, type NewCall, type Submitter } from './accept-call.js';
import { type AskedSubmission, SubmissionFields } from './submission-fields.js';

/** Owner of the calls, as in the row of the batch or the source. */
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
  /** False when an earlier call has the name: then `analysisId` is the id of that one. */
  readonly isNew: boolean;
}

@Injectable()
export class SubmitUnattended {
  constructor(
    private readonly acceptCall: AcceptCall,
    private readonly fields: SubmissionFields,
  ) {}

  /** Checks a body of POST /analysis/from-url as a request does. @param teams of the member who sent it @throws ApiError 422 */
  read(body: unknown, { livemode }: Owner, teams: readonly string[] = []): AskedSubmission {
    return this.fields.readJson(body, { livemode, teams });
  }

  /**
   * Works like `read`, for a call whose recording is stored already: `audio_url` is not one of its fields. @throws ApiError 422
   */
  readStored(body: unknown, { livemode }: Owner): AskedSubmission {
    return this.fields.readStored(body, { livemode, teams: [] });
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

/** Confirms no credential: the one that created the batch or the source may have been revoked since. */
function submitterFor(owner: Owner): Submitter {
  return {
    ...owner,
    confirm: async (tx: EntityManager) => {
      if (!(await lockAccountAgainstErasure(tx, owner.accountId))) throw unauthorized();
    },
  };
}
