import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { queryRow } from '../../../platform/database/sql.js';
import { Metrics } from '../../../platform/operations/metrics/metrics.js';
import { addPolledGauges } from '../../../platform/operations/metrics/polled-gauges.js';
import { sharedReading } from '../../../platform/operations/shared-reading.js';

/** More is not counted: it takes time, and says nothing more. */
const MAX_COUNTED = 100_000;

interface Backlog {
  readonly changes: number;
  readonly seconds: number;
  readonly calls: number;
}

/** Gauges of what the sums of the statistics lack yet. No reading lacks it: it adds what is not in the sums. */
@Injectable()
export class StatisticsBacklog {
  constructor(metrics: Metrics, dataSource: DataSource) {
    const read = sharedReading<Backlog | null>(dataSource, 'statistics', () =>
      queryRow(dataSource, BACKLOG, [MAX_COUNTED]),
    );
    addPolledGauges(
      metrics,
      {
        statistics_changes_unfolded:
          'Changes of calls and evaluations that are not in the sums of the statistics yet, up to 100,000. The same in every worker.',
        statistics_fold_lag_seconds:
          'How long the first change has waited to be added to the sums of the statistics. The same in every worker.',
        statistics_calls_uncounted:
          'Calls that an earlier release completed and that no statistics count yet, up to 100,000. The same in every worker.',
      },
      async () => {
        const found = await read();
        return {
          statistics_changes_unfolded: found?.changes ?? 0,
          statistics_fold_lag_seconds: found?.seconds ?? 0,
          statistics_calls_uncounted: found?.calls ?? 0,
        };
      },
    );
  }
}

const BACKLOG = `
  SELECT (SELECT count(*) FROM (SELECT FROM stat_delta LIMIT $1) AS some)::float AS changes,
    coalesce(extract(epoch FROM now() - (SELECT appended_at FROM stat_delta ORDER BY id LIMIT 1)), 0)::float AS seconds,
    (SELECT count(*) FROM (SELECT FROM analysis WHERE status = 'completed' AND flagged IS NULL LIMIT $1) AS some)::float AS calls`;
