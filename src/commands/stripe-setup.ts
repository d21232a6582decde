// `call-analysis stripe:setup`: creates what the service needs at Stripe and prints what it did. It may be run again.
import { setUpStripe } from '../adapters/stripe/stripe-set-up.js';
import { loadConfig, readEnvironment } from '../platform/config/config.js';

const NO_KEY = 'STRIPE_SECRET_KEY is not set: there is no payment provider to set up.';

export async function setUpPayments(): Promise<number> {
  const environment = readEnvironment();
  // The service refuses to start without the secret in production, and this command is what creates it.
  const secret = environment.STRIPE_WEBHOOK_SECRET || 'created by this command';
  if (!environment.STRIPE_SECRET_KEY) throw new Error(NO_KEY);
  const { stripe, plans, http } = loadConfig({ ...environment, STRIPE_WEBHOOK_SECRET: secret });
  if (stripe === null) throw new Error(NO_KEY);
  const { secretKey, apiBase } = stripe;
  const lines = await setUpStripe({ secretKey, apiBase, plans, publicUrl: http.publicUrl });
  process.stdout.write(`${lines.join('\n')}\n`);
  return 0;
}
