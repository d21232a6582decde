// What operators see of deliveries: how many are due, for how long, and how attempts end.
import { expect, it } from 'vitest';
import { Metrics } from '../../../src/platform/operations/metrics/metrics.js';
import type { NextState } from '../../../src/webhooks/delivery/delivery-claims.js';
import { DeliveryMetrics } from '../../../src/webhooks/delivery/delivery-metrics.js';
import { setUpWebhooks, type WebhookApp } from '../../support/apps/webhook-app.js';

let service: WebhookApp;
setUpWebhooks({ sends: false }, (given) => {
  ({ service } = given);
});

/** By sample, as Prometheus reads them. */
async function scrape(metrics: Metrics): Promise<Map<string, number>> {
  // Otherwise the figures of the scrape before would be shown for some seconds.
  await service.sql.query('DELETE FROM shared_reading');
  const lines = (await metrics.registry.metrics()).split('\n').filter((line) => line.startsWith('webhook_'));
  return new Map(lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.split(' ').at(-1))]));
}

it('the backlog is the deliveries that are due and not being sent, with the wait of the first of them', async () => {
  await service.sql.query('DELETE FROM webhook_delivery');
  const metrics = new Metrics();
  new DeliveryMetrics(metrics, service.sql);
  const before = await scrape(metrics);
  expect(before.get('webhook_deliveries_due'), 'deliveries due where there are none').toBe(0);
  expect(before.get('webhook_oldest_due_seconds'), 'their wait').toBe(0);
  const [longest, , later, sending, over] = await service.backlog('https://hooks.example.com/', 5);
  for (const [id, change] of [
    [longest, "next_attempt_at = now() - interval '1 hour'"],
    [later, "next_attempt_at = now() + interval '1 hour'"],
    [sending, "next_attempt_at = now() - interval '1 day', leased_until = now() + interval '1 hour'"],
    [over, "next_attempt_at = NULL, status = 'delivered'"],
  ])
    await service.sql.query(`UPDATE webhook_delivery SET ${change} WHERE id = $1`, [id]);
  const after = await scrape(metrics);
  expect(after.get('webhook_deliveries_due'), 'deliveries that are due').toBe(2);
  const seconds = after.get('webhook_oldest_due_seconds') ?? 0;
  expect(Math.floor(seconds / 3_600), 'hours that the first has been due').toBe(1);
});

it('attempts are counted by what became of the delivery, with the seconds that each took', async () => {
  const metrics = new Metrics();
  const deliveries = new DeliveryMetrics(metrics, service.sql);
  const outcome = {
    at: new Date(),
    durationMs: 1_500,
    delivered: true,
    gone: false,
    statusCode: 200,
    error: null,
    retryAfterMs: null,
  };
  const states: NextState[] = [{ status: 'delivered' }, { status: 'failed' }, { status: 'pending', waitMs: 5_000 }];
  for (const next of states) deliveries.observeAttempt(outcome, next);
  const samples = await scrape(metrics);
  for (const word of ['delivered', 'failed', 'to_be_retried']) {
    const sample = `webhook_attempt_duration_seconds_sum{outcome="${word}"}`;
    expect(samples.get(sample), `seconds of attempts with the outcome ${word}`).toBe(1.5);
    const within = (seconds: string) =>
      samples.get(`webhook_attempt_duration_seconds_bucket{le="${seconds}",outcome="${word}"}`);
    expect([within('1'), within('2.5'), within('15')], 'attempts within 1, 2.5 and 15 seconds').toEqual([0, 1, 1]);
  }
});
