import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryRow } from '../platform/database/sql.js';
import { Metrics } from '../platform/operations/metrics/metrics.js';
import { addPolledGauges } from '../platform/operations/metrics/polled-gauges.js';

/** Gauges of the backlog: events of the payment provider to process, and overage to report. */
@Injectable()
export class BillingBacklog {
  constructor(metrics: Metrics, dataSource: DataSource) {
    addPolledGauges(
      metrics,
      {
        payment_events_due_seconds:
          "How long the first of the payment provider's events has been due. The same in every worker.",
        overage_reports_due_seconds: 'How long the first report of overage has been due. The same in every worker.',
        overage_reports_given_up:
          'Reports of overage that the payment provider refused for good, until an operator settles them. The same in every worker.',
      },
      async () => {
        const found = await queryRow<{ events: number; reports: number; given_up: number }>(
          dataSource,
          `SELECT coalesce(extract(epoch FROM now() - (
               SELECT min(next_attempt_at) FROM payment_event WHERE processed_at IS NULL AND next_attempt_at <= now())),
             0)::float AS events,
             coalesce(extract(epoch FROM now() - (
               SELECT min(next_attempt_at) FROM overage_report WHERE accepted_at IS NULL AND next_attempt_at <= now())),
             0)::float AS reports,
             (SELECT count(*) FROM overage_report WHERE given_up_at IS NOT NULL AND accepted_at IS NULL)::float AS given_up`,
        );
        return {
          payment_events_due_seconds: found?.events ?? 0,
          overage_reports_due_seconds: found?.reports ?? 0,
          overage_reports_given_up: found?.given_up ?? 0,
        };
      },
    );
  }
}
