import type { Config } from '../../platform/config/config.js';
import type { Payments } from '../../ports/payments.js';
import { NoPayments } from './no.payments.js';

/** The payment provider that the configuration names. Its library is loaded only then: a process starts sooner without it. */
export async function openPayments({ stripe, http, console }: Config): Promise<Payments> {
  if (stripe === null) return new NoPayments();
  const { StripePayments } = await import('./stripe.payments.js');
  // To the page that shows the plan; without the console, to the one page for people that there is.
  const returnUrl = `${http.publicUrl}${console.enabled ? '/app/settings' : '/docs'}`;
  return new StripePayments({ ...stripe, returnUrl });
}
