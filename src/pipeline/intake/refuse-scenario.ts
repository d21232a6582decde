// The scenarios that refuse the submission, each with the response that the same trouble gives a live call.
import { Injectable } from '@nestjs/common';
import { PlanRefusals } from '../../billing/usage/plan-refusals.js';
import { ApiError, tooManyRequests } from '../../platform/errors/api-error.js';
import type { Caller } from '../../platform/http/access/caller.js';
import type { Scenario } from '../../ports/scenario.js';
import { uploadFailed } from '../../recordings/receiving/recording-limits.js';

/** So that a client which obeys it is not kept for long. */
const RETRY_AFTER_SECONDS = 1;

@Injectable()
export class RefuseScenario {
  constructor(private readonly plans: PlanRefusals) {}

  /** @throws ApiError 402, 429 or 500, as the scenario says; else nothing happens */
  async run({ accountId }: Pick<Caller, 'accountId'>, scenario: Scenario | null): Promise<void> {
    if (scenario === 'quota_exceeded') throw await this.plans.minutesUsedUp(accountId);
    if (scenario === 'overage_exceeded') throw await this.plans.overageUsedUp(accountId);
    if (scenario === 'storage_failed') throw uploadFailed();
    if (scenario === 'rate_limited') throw rateLimited();
  }
}

/** The headers say what the budget would say if it were used up. */
function rateLimited(): ApiError {
  const { status, detail, headers } = tooManyRequests(RETRY_AFTER_SECONDS);
  const resetsAtSeconds = Math.floor(Date.now() / 1000) + RETRY_AFTER_SECONDS;
  return new ApiError(status, detail, {
    ...headers,
    'X-RateLimit-Remaining': '0',
    'X-RateLimit-Reset': String(resetsAtSeconds),
  });
}
