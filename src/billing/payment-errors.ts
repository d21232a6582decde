import { ApiError, badRequest, notFound } from '../platform/errors/api-error.js';
import { ProviderError } from '../ports/provider-error.js';

/** The errors about plans and payments; each sentence stands here once. */
export const billingErrors = {
  alreadyPaid: () =>
    badRequest('A paid subscription is already active. Change it with POST /billing/subscription/update.'),
  unpaid: () => badRequest('A subscription waits for its payment. Settle it in the customer portal first.'),
  onFree: (what: 'update' | 'cancel') =>
    badRequest(`There is no paid subscription to ${what}. Start one with POST /billing/subscription.`),
  noCustomer: () => notFound('Customer portal'),
  notConfigured: () => new ApiError(404, 'No payment provider is configured'),
  badSignature: () => badRequest('The signature is not valid'),
  providerAway: (retryAfterMs: number | null) =>
    new ApiError(503, 'The payment provider cannot be reached. Try again shortly.', {
      'Retry-After': String(Math.ceil((retryAfterMs ?? 5_000) / 1000)),
    }),
};

/**
 * Runs work of a client's request at the payment provider. A temporary failure becomes a 503. A final refusal is a fault of the
 * service's set-up and stays a 500.
 */
export async function atProvider<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderError && error.retryable) throw billingErrors.providerAway(error.retryAfterMs);
    throw error;
  }
}
