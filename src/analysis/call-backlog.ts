// Metrics of the backlog: the rows in Postgres that wait for a worker. The jobs in Redis only wake workers, so their number is
// not the backlog.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryRow } from '../platform/database/sql.js';
import { Metrics } from '../platform/operations/metrics.js';
import { addPolledGauges } from '../platform/operations/polled-gauges.js';

/** A scrape must stay cheap when a million calls wait. */
const MAX_COUNTED_CALLS = 100_000;

interface BacklogRow {
  readonly waiting: number;
  readonly oldest: number;
  readonly held: number;
}

@Injectable()
export class CallBacklog {
  constructor(metrics: Metrics, dataSource: DataSource) {
    addPolledGauges(
      metrics,
      {
        calls_waiting:
          'Accepted calls that no worker holds and that are due, up to 100,000. The same in every process.',
        call_oldest_waiting_seconds: 'How long the first of them has been due. The same in every process.',
        calls_in_progress: 'Calls that a worker holds. The same in every process.',
      },
      async () => {
        const found = await queryRow<BacklogRow>(
          dataSource,
          `SELECT count(*) FILTER (WHERE free AND due)::int AS waiting, count(*) FILTER (WHERE NOT free)::int AS held,
             coalesce(extract(epoch FROM now() - min(run_after) FILTER (WHERE free AND due)), 0)::float AS oldest
           FROM (SELECT run_after, run_after <= now() AS due, lease_until IS NULL OR lease_until < now() AS free
                 FROM analysis WHERE status = 'processing' ORDER BY run_after LIMIT $1) AS processing`,
          [MAX_COUNTED_CALLS],
        );
        return {
          calls_waiting: found?.waiting ?? 0,
          call_oldest_waiting_seconds: found?.oldest ?? 0,
          calls_in_progress: found?.held ?? 0,
        };
      },
    );
  }
}
