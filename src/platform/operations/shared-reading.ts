// Figures that one process counts in Postgres for the scrapes of all processes. With sixty processes, each scrape would count
// again.
import type { DataSource } from 'typeorm';
import { queryRow, queryRows } from '../database/sql.js';

/** A scrape comes every fifteen seconds. */
const FRESH_SECONDS = 5;
/** Time for which other processes show the last figures after the counting process was killed. */
const USABLE_SECONDS = 30;
/** After this time another process may count. */
const CLAIM_SECONDS = 5;

interface Row {
  readonly figures: string | null;
  readonly fresh: boolean;
  readonly usable: boolean;
}

/**
 * @param name of the figures, the same in all processes
 * @param read counts them
 * @returns the figures, five seconds old at most, or some more while another process counts
 */
export function sharedReading<Figures>(
  dataSource: DataSource,
  name: string,
  read: () => Promise<Figures>,
): () => Promise<Figures> {
  const claim = async (): Promise<boolean> => {
    const claimed = await queryRows(
      dataSource,
      `INSERT INTO shared_reading AS r (name, claimed_at) VALUES ($1, now())
       ON CONFLICT (name) DO UPDATE SET claimed_at = now() WHERE r.claimed_at < now() - $2 * interval '1 second'
       RETURNING name`,
      [name, CLAIM_SECONDS],
    );
    return claimed.length > 0;
  };
  return async () => {
    const row = await queryRow<Row>(
      dataSource,
      `SELECT figures, taken_at > now() - $2 * interval '1 second' AS fresh,
              taken_at > now() - $3 * interval '1 second' AS usable
         FROM shared_reading WHERE name = $1`,
      [name, FRESH_SECONDS, USABLE_SECONDS],
    );
    if (row?.figures && (row.fresh || (row.usable && !(await claim())))) return JSON.parse(row.figures);
    const figures = await read();
    await dataSource.query(
      `INSERT INTO shared_reading (name, claimed_at, taken_at, figures) VALUES ($1, now(), now(), $2)
       ON CONFLICT (name) DO UPDATE SET taken_at = now(), figures = excluded.figures`,
      [name, JSON.stringify(figures)],
    );
    return figures;
  };
}
