// Prepared statements: Postgres parses them once per connection. TypeORM has no way to send them, so these functions use its
// connections with the driver's own interface. Through a pooler that keeps none, the statements go without their names.
import { once } from 'node:events';
import { type PoolClient, Query, type QueryResult, type QueryResultRow } from 'pg';
import { type DataSource, EntityManager } from 'typeorm';
import { UnnamedClient } from './pooler.js';
import type { Sql } from './sql.js';

export interface PreparedStatement {
  /** Unique: a connection must never see the same name with another text. */
  readonly name: string;
  readonly text: string;
}

/**
 * A Postgres array of values that need no quotes: ids, numbers, times, words of the service's own. The driver's way quotes and
 * copies value by value, which took a tenth of the sending time of notifications.
 */
export function plainArray(values: readonly (string | number | null)[]): string {
  return `{${values.map((value) => value ?? 'NULL').join(',')}}`;
}

/** Runs in the transaction, or on a connection of the pool. @returns the rows that the statement selected or returned */
export async function queryPrepared<Row extends QueryResultRow>(
  sql: Sql,
  statement: PreparedStatement,
  values: readonly unknown[],
): Promise<Row[]> {
  const manager = sql instanceof EntityManager ? sql : sql.manager;
  const transaction = manager.queryRunner;
  const runner = transaction ?? manager.dataSource.createQueryRunner();
  try {
    const client: PoolClient = await runner.connect();
    const result: QueryResult<Row> = await client.query<Row>(queryOf(client, statement, values));
    return result.rows;
  } finally {
    if (!transaction) await runner.release();
  }
}

/**
 * Sends statements of a transaction together, in one round trip. Postgres runs them in this order, each with a snapshot of its
 * own, as if each had been sent after the response to the one before.
 * @returns the rows of each
 * @throws the error of the first that failed; those behind it have no effect, because the transaction is aborted
 */
export async function queryTogether(
  tx: EntityManager,
  statements: readonly (readonly [PreparedStatement, readonly unknown[]])[],
): Promise<QueryResultRow[][]> {
  if (!tx.queryRunner) throw new Error('Statements are sent together in a transaction only');
  const client: PoolClient = await tx.queryRunner.connect();
  const results = await Promise.all(
    statements.map(([statement, values]) => client.query(queryOf(client, statement, values))),
  );
  return results.map(({ rows }) => rows);
}

/**
 * As `queryPrepared`, for rows with large texts: maps each row as it arrives. The texts of all rows are never in memory at the
 * same time, and the garbage collector need not copy them until the last row is there.
 */
export async function mapPreparedRows<Row extends QueryResultRow, Mapped>(
  dataSource: DataSource,
  statement: PreparedStatement,
  values: readonly unknown[],
  map: (row: Row) => Mapped,
): Promise<Mapped[]> {
  const runner = dataSource.createQueryRunner();
  try {
    const client: PoolClient = await runner.connect();
    const mapped: Mapped[] = [];
    const failures: unknown[] = [];
    const query = new Query<Row>(queryOf(client, statement, values)).on('row', (row) => {
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

function queryOf(client: PoolClient, { name, text }: PreparedStatement, values: readonly unknown[]) {
  return client instanceof UnnamedClient ? { text, values: [...values] } : { name, text, values: [...values] };
}
