// Prepared statements: Postgres parses them once per connection. TypeORM has no way to send them, so these functions use its
// connections with the driver's own interface.
import { once } from 'node:events';
import { type PoolClient, Query, type QueryResult, type QueryResultRow } from 'pg';
import { type DataSource, EntityManager } from 'typeorm';
import type { Sql } from './sql.js';

export interface PreparedStatement {
  /** Unique: a connection must never see the same name with another text. */
  readonly name: string;
  readonly text: string;
}

/** Runs in the transaction, or on a connection of the pool. @returns the rows that the statement selected or returned */
export async function queryPrepared<Row extends QueryResultRow>(
  sql: Sql,
  { name, text }: PreparedStatement,
  values: readonly unknown[],
): Promise<Row[]> {
  const manager = sql instanceof EntityManager ? sql : sql.manager;
  const transaction = manager.queryRunner;
  const runner = transaction ?? manager.dataSource.createQueryRunner();
  try {
    const client: PoolClient = await runner.connect();
    const result: QueryResult<Row> = await client.query<Row>({ name, text, values: [...values] });
    return result.rows;
  } finally {
    if (!transaction) await runner.release();
  }
}

/**
 * As `queryPrepared`, for rows with large texts: maps each row as it arrives. The texts of all rows are never in memory at the
 * same time, and the garbage collector need not copy them until the last row is there.
 */
export async function mapPreparedRows<Row extends QueryResultRow, Mapped>(
  dataSource: DataSource,
  { name, text }: PreparedStatement,
  values: readonly unknown[],
  map: (row: Row) => Mapped,
): Promise<Mapped[]> {
  const runner = dataSource.createQueryRunner();
  try {
    const client: PoolClient = await runner.connect();
    const mapped: Mapped[] = [];
    const failures: unknown[] = [];
    const query = new Query<Row>({ name, text, values: [...values] }).on('row', (row) => {
      try {
        mapped.push(map(row));
      } catch (error) {
        // An error thrown here would reach the socket's event handler and end the process.
        failures.push(error);
      }
    });
    client.query(query);
    await once(query, 'end');
    if (failures.length > 0) throw failures[0];
    return mapped;
  } finally {
    await runner.release();
  }
}
