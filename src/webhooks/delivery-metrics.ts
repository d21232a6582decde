import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryRow } from '../platform/database/sql.js';
import { Metrics } from '../platform/operations/metrics.js';
import { polledGauges } from '../platform/operations/polled-gauges.js';
import { DUE, type NextState } from './delivery-claims.js';
import type { SendOutcome } from './webhook-sender.js';

/** Counted no further: a scrape must stay cheap when a million deliveries wait. */
const MOST_COUNTED = 100_000;
/** Seconds, up to the time-out of an attempt. */
const BUCKETS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

/** How notifications go out, and how many should have gone out by now. */
@Injectable()
export class DeliveryMetrics {
  private readonly attempts;

  constructor(metrics: Metrics, dataSource: DataSource) {
    this.attempts = metrics.histogram(
      'webhook_attempt_duration_seconds',
      'Time an attempt to deliver took, by what became of the delivery.',
      ['outcome'],
      BUCKETS,
    );
    polledGauges(
      metrics,
      {
        webhook_deliveries_due: 'Deliveries that are due, up to 100,000. The same in every process.',
        webhook_oldest_due_seconds: 'How long the first of them has been due. The same in every process.',
      },
      async () => {
        const found = await queryRow<{ due: number; oldest: number }>(
          dataSource,
          `SELECT count(*)::int AS due, coalesce(extract(epoch FROM now() - min(next_attempt_at)), 0)::float AS oldest
           FROM (SELECT next_attempt_at FROM webhook_delivery WHERE ${DUE}
                 ORDER BY next_attempt_at LIMIT $1) AS due`,
          [MOST_COUNTED],
        );
        return { webhook_deliveries_due: found?.due ?? 0, webhook_oldest_due_seconds: found?.oldest ?? 0 };
      },
    );
  }

  attempted({ durationMs }: SendOutcome, next: NextState): void {
    const outcome = next.status === 'pending' ? 'to_be_retried' : next.status;
    this.attempts.observe({ outcome }, durationMs / 1000);
  }
}
