// `npm run stripe:setup`: creates what the service needs at Stripe and prints what it did. It may be run again.
import { setUpStripe } from '../adapters/stripe/stripe-set-up.js';
import { loadConfig, readEnvironment } from '../platform/config/config.js';

async function main(): Promise<void> {
  const environment = readEnvironment();
  // The service refuses to start without the secret in production, and this command is what creates it.
  const secret = environment.STRIPE_WEBHOOK_SECRET || 'created by this command';
  const { stripe, plans, http } = loadConfig({ ...environment, STRIPE_WEBHOOK_SECRET: secret });
  if (stripe === null) throw new Error('STRIPE_SECRET_KEY is not set: there is no payment provider to set up.');
  const { secretKey, apiBase } = stripe;
  const lines = await setUpStripe({ secretKey, apiBase, plans, publicUrl: http.publicUrl });
  process.stdout.write(`${lines.join('\n')}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
