import { Logger } from '@nestjs/common';
import { ApiError, badRequest, notFound } from '../../platform/errors/api-error.js';
import { UnreadableSubscription } from '../../ports/payments.js';
import { ProviderError } from '../../ports/provider-error.js';

const logger = new Logger('Payments');

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
  /** Only an operator can help, so the client is not to ask again at once. */
  unreadable: () =>
    new ApiError(503, 'The subscription cannot be read at the payment provider. Try again later.', {
      'Retry-After': '300',
    }),
};

/**
 * Runs work of a client's request at the payment provider. A temporary failure becomes a 503, and so does a
 * subscription that this service cannot read. Any other refusal is a fault of the service's set-up and stays a 500.
 */
export async function atProvider<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderError && error.retryable) throw billingErrors.providerAway(error.retryAfterMs);
    if (error instanceof UnreadableSubscription) {
      const { subscriptionId, product } = error;
      logger.error({ subscriptionId, product }, 'Unknown product in subscription; answering 503');
      throw billingErrors.unreadable();
    }
    throw error;
  }
}
