import { ApiError, badRequest, notFound } from '../platform/errors/api-error.js';
import { ProviderError } from '../ports/provider-error.js';

/** Sentences about plans and payments, each once. */
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

/** For requests of clients. What the provider refuses for good is a fault of this service's set-up, and stays a 500. */
export async function atProvider<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderError && error.retryable) throw billingErrors.providerAway(error.retryAfterMs);
    throw error;
  }
}
