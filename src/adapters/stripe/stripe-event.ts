// Reads what Stripe sends to the webhook, once its signature is right.
import type Stripe from 'stripe';
import type { PaymentEvent } from '../../ports/payments.js';
import { EVENT, NOTIFICATION } from './stripe-responses.js';

/** Maximum age of a signature, and maximum time ahead. The package checks the age only. */
const SIGNATURE_TOLERANCE_S = 300;

interface SignedBody {
  readonly stripe: Stripe;
  readonly rawBody: Buffer;
  readonly signature: string;
  readonly secret: string;
  /** Whether the service's key is of the live mode. */
  readonly live: boolean;
}

/** Null when the signature is not Stripe's of the last five minutes, or when the body is no event. */
export function readStripeEvent(body: SignedBody): PaymentEvent | null {
  const at = Number(/(?:^|,)t=(\d+)/.exec(body.signature)?.[1]);
  if (!(at <= Date.now() / 1000 + SIGNATURE_TOLERANCE_S)) return null;
  try {
    return isThin(body.rawBody) ? readNotification(body) : readSnapshot(body);
  } catch {
    // The package refuses a signature by throwing.
    return null;
  }
}

/** Gives ids only: the payload may be old, out of order or of another API version, so the caller reads the state again. */
function readSnapshot({ stripe, rawBody, signature, secret, live }: SignedBody): PaymentEvent {
  const event = stripe.webhooks.constructEvent(rawBody, signature, secret, SIGNATURE_TOLERANCE_S);
  EVENT.parse(event);
  const { object } = event.data;
  const kind = 'object' in object ? object.object : null;
  const id = 'id' in object && typeof object.id === 'string' ? object.id : null;
  const owner = 'customer' in object ? object.customer : null;
  return {
    id: event.id,
    type: event.type,
    customerId: kind === 'customer' ? id : customerIdOf(owner),
    disputeId: kind === 'dispute' ? id : null,
    ours: event.livemode === live,
  };
}

/** A thin event: Stripe could not count meter events that it had accepted. It names a meter, and no customer. */
function readNotification({ stripe, rawBody, signature, secret, live }: SignedBody): PaymentEvent {
  const event = stripe.parseEventNotification(rawBody, signature, secret, SIGNATURE_TOLERANCE_S);
  const { id, type, livemode } = NOTIFICATION.parse(event);
  return { id, type, customerId: null, disputeId: null, ours: livemode === live };
}

function isThin(rawBody: Buffer): boolean {
  return /"object"\s*:\s*"v2\.core\.event"/.test(rawBody.subarray(0, 4096).toString('utf8'));
}

function customerIdOf(owner: unknown): string | null {
  if (typeof owner === 'string') return owner;
  return typeof owner === 'object' && owner !== null && 'id' in owner && typeof owner.id === 'string' ? owner.id : null;
}
