import type { Account, TestService } from '../apps/running-service.js';
import { type DisputeRequests, disputeRequests } from '../clients/dispute-requests.js';
import { type Ask, askAs } from '../clients/interface-client.js';
import { accountIdOf } from './published-form.js';
import { type ReviewableCall, storeReviewableCall } from './reviewable-call.js';

export interface DisputableCall {
  readonly account: Account;
  readonly accountId: string;
  readonly ask: Ask;
  readonly call: ReviewableCall;
  readonly at: DisputeRequests;
}

/** A completed evaluation in an account of its own, and the requests about its disputes. */
export async function storeDisputableCall(service: TestService): Promise<DisputableCall> {
  const account = await service.openAccount();
  const ask = askAs(service, account);
  const accountId = await accountIdOf(service.db, account.email);
  const call = await storeReviewableCall(service.db, accountId);
  return { account, accountId, ask, call, at: disputeRequests(ask, call) };
}
