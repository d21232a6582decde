// Metrics of the backlog: the rows in Postgres that wait for a worker. The jobs in Redis only wake workers, so their number is
// not the backlog.
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryRow } from '../../platform/database/sql.js';
import { Metrics } from '../../platform/operations/metrics/metrics.js';
import { addPolledGauges } from '../../platform/operations/metrics/polled-gauges.js';
import { sharedReading } from '../../platform/operations/shared-reading.js';

/** Maximum number of calls counted, downloads included: a scrape must stay cheap when a million calls wait. */
const MAX_COUNTED_CALLS = 100_000;

interface BacklogRow {
  readonly waiting: number;
  readonly oldest: number;
  readonly held: number;
  readonly downloads_waiting: number;
  readonly downloads_oldest: number;
  readonly downloads_held: number;
}

@Injectable()
export class CallBacklog {
  constructor(metrics: Metrics, dataSource: DataSource) {
    addPolledGauges(
      metrics,
      {
        calls_waiting:
          'Accepted calls with a stored recording that no worker holds and that are due. The same in every process.',
        call_oldest_waiting_seconds: 'How long the first of them has been due. The same in every process.',
        calls_in_progress: 'Calls that a worker is processing. The same in every process.',
        downloads_waiting: 'Recordings to be downloaded for which no worker has had a slot. The same in every process.',
        download_oldest_waiting_seconds: 'How long the first of them has been due. The same in every process.',
        downloads_in_progress: 'Recordings that a worker downloads. The same in every process.',
      },
      sharedReading(dataSource, 'calls', async () => {
        const found = await queryRow<BacklogRow>(dataSource, BACKLOG, [MAX_COUNTED_CALLS]);
        return {
          calls_waiting: found?.waiting ?? 0,
          call_oldest_waiting_seconds: found?.oldest ?? 0,
          calls_in_progress: found?.held ?? 0,
          downloads_waiting: found?.downloads_waiting ?? 0,
          download_oldest_waiting_seconds: found?.downloads_oldest ?? 0,
          downloads_in_progress: found?.downloads_held ?? 0,
        };
      }),
    );
  }
}

const BACKLOG = `
  SELECT count(*) FILTER (WHERE stored AND free AND due)::int AS waiting,
    coalesce(extract(epoch FROM now() - min(run_after) FILTER (WHERE stored AND free AND due)), 0)::float AS oldest,
    count(*) FILTER (WHERE stored AND NOT free)::int AS held,
    count(*) FILTER (WHERE NOT stored AND free AND due)::int AS downloads_waiting,
    coalesce(extract(epoch FROM now() - min(run_after) FILTER (WHERE NOT stored AND free AND due)), 0)::float
      AS downloads_oldest,
    count(*) FILTER (WHERE NOT stored AND NOT free)::int AS downloads_held
  FROM (SELECT run_after, run_after <= now() AS due, lease_until IS NULL OR lease_until < now() AS free,
          storage_key IS NOT NULL AS stored
        FROM analysis WHERE status = 'processing' AND scenario IS NULL ORDER BY run_after LIMIT $1) AS processing`;
