// How long attempts take and how they end, and how many deliveries are due.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryRow } from '../../platform/database/sql.js';
import { Metrics } from '../../platform/operations/metrics/metrics.js';
import { addPolledGauges } from '../../platform/operations/metrics/polled-gauges.js';
import { sharedReading } from '../../platform/operations/shared-reading.js';
import type { SendOutcome } from '../sending/webhook-sender.js';
import { IS_DUE, type NextState } from './delivery-claims.js';

/** Due deliveries are counted up to here, so that a scrape stays cheap when a million deliveries wait. */
const MAX_COUNTED = 100_000;
/** Up to the timeout of an attempt. */
const BUCKETS_SECONDS = [0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 15];

@Injectable()
export class DeliveryMetrics {
  private readonly attempts;

  constructor(metrics: Metrics, dataSource: DataSource) {
    this.attempts = metrics.histogram(
      'webhook_attempt_duration_seconds',
      'Time an attempt to deliver took, by what became of the delivery.',
      ['outcome'],
      BUCKETS_SECONDS,
    );
    addPolledGauges(
      metrics,
      {
        webhook_deliveries_due: 'Deliveries that are due, up to 100,000. The same in every process.',
        webhook_oldest_due_seconds: 'How long the first of them has been due. The same in every process.',
      },
      sharedReading(dataSource, 'deliveries', async () => {
        const found = await queryRow<{ due: number; oldest: number }>(
          dataSource,
          `SELECT count(*)::int AS due, coalesce(extract(epoch FROM now() - min(next_attempt_at)), 0)::float AS oldest
           FROM (SELECT next_attempt_at FROM webhook_delivery WHERE ${IS_DUE}
                 ORDER BY next_attempt_at LIMIT $1) AS due`,
          [MAX_COUNTED],
        );
        return { webhook_deliveries_due: found?.due ?? 0, webhook_oldest_due_seconds: found?.oldest ?? 0 };
      }),
    );
  }

  observeAttempt({ durationMs }: SendOutcome, next: NextState): void {
    const outcome = next.status === 'pending' ? 'to_be_retried' : next.status;
    this.attempts.observe({ outcome }, durationMs / 1000);
  }
}
