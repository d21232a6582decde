// The connection to Stripe, and the translation of Stripe's errors.
import Stripe from 'stripe';
import { z } from 'zod';
import { ProviderError } from '../../ports/provider-error.js';

/** API version of the installed package; with another one this does not compile. Read the changes of a new version first. */
export const STRIPE_API_VERSION = '2026-10-28.endive';

/** Stripe answers within a few seconds. For most requests a client of this service waits. */
const TIMEOUT_MS = 15_000;

/** @param apiBase a server other than Stripe's, for tests; null for Stripe */
export function stripeClient(secretKey: string, apiBase: string | null): Stripe {
  const base = apiBase === null ? null : new URL(apiBase);
  return new Stripe(secretKey, {
    apiVersion: STRIPE_API_VERSION,
    maxNetworkRetries: 1,
    timeout: TIMEOUT_MS,
    telemetry: false,
    httpClient: objectsOnly(Stripe.createNodeHttpClient()),
    ...(base && {
      host: base.hostname,
      port: base.port || (base.protocol === 'https:' ? '443' : '80'),
      protocol: base.protocol === 'https:' ? 'https' : 'http',
    }),
  });
}

/**
 * Rejects a response that is JSON but no object. The package would throw an error that nothing catches, and the request would
 * never end.
 */
function objectsOnly(client: Stripe.HttpClient): Stripe.HttpClient {
  const makeRequest = client.makeRequest.bind(client);
  client.makeRequest = async (...request) => {
    const response = await makeRequest(...request);
    const toJson = response.toJSON.bind(response);
    response.toJSON = async () => z.looseObject({}).parse(await toJson());
    return response;
  };
  return client;
}

/** True for a key that moves real money. */
export function isLiveKey(secretKey: string): boolean {
  return /^(sk|rk)_live_/.test(secretKey);
}

export function isMissing(error: unknown): boolean {
  return error instanceof Stripe.errors.StripeError && (error.statusCode === 404 || error.code === 'resource_missing');
}

/**
 * True when Stripe already has the identifier of a meter event. It answers 400 without a specific error code: only the message
 * says so.
 */
export function isKnownIdentifier(error: unknown): boolean {
  return (
    error instanceof Stripe.errors.StripeInvalidRequestError &&
    /event already exists with identifier/i.test(error.message)
  );
}

/** Decides which of Stripe's errors are retryable. Stripe's texts stay in the cause. */
export function stripeError(cause: unknown): ProviderError {
  if (!(cause instanceof Stripe.errors.StripeError)) {
    return new ProviderError('The payment provider gave no answer that can be used.', { retryable: false, cause });
  }
  const { statusCode } = cause;
  if (cause instanceof Stripe.errors.StripeAuthenticationError || cause instanceof Stripe.errors.StripePermissionError)
    return new ProviderError('The payment provider refuses this service.', {
      retryable: false,
      pausesEngine: true,
      cause,
    });
  const isTemporary =
    cause instanceof Stripe.errors.StripeConnectionError ||
    cause instanceof Stripe.errors.StripeRateLimitError ||
    statusCode === 409 ||
    (statusCode !== undefined && statusCode >= 500);
  const seconds = Number(cause.headers?.['retry-after']);
  return isTemporary
    ? new ProviderError('The payment provider cannot be reached.', {
        retryable: true,
        retryAfterMs: seconds > 0 ? seconds * 1000 : null,
        cause,
      })
    : new ProviderError('The payment provider refused the request.', { retryable: false, cause });
}

/** Runs a request and checks its response. @throws ProviderError */
export async function ask<T>(request: () => Promise<T>, shape: z.ZodType): Promise<T> {
  return reading(async () => {
    const answer = await request();
    shape.parse(answer);
    return answer;
  });
}

/** Same as `ask`, but null when Stripe does not know the object. @throws ProviderError */
export async function askUnlessMissing<T>(request: () => Promise<T>, shape: z.ZodType): Promise<T | null> {
  return ask(request, shape).catch((error: ProviderError) => {
    if (isMissing(error.cause)) return null;
    throw error;
  });
}

/**
 * Requests all objects of a list, page by page; null when Stripe does not know the list's object.
 * @throws ProviderError
 */
export async function askForAll<T extends { id: string }>(
  page: (position: { starting_after?: string }) => Promise<Stripe.ApiList<T>>,
  shape: z.ZodType,
): Promise<T[] | null> {
  const all: T[] = [];
  for (let position = {}; ; ) {
    const answer = await askUnlessMissing(() => page(position), shape);
    if (answer === null) return null;
    all.push(...answer.data);
    const last = answer.data.at(-1);
    if (!answer.has_more || !last) return all;
    position = { starting_after: last.id };
  }
}

/** @throws ProviderError */
export async function reading<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw error instanceof ProviderError ? error : stripeError(error);
  }
}
