// Statements that are sent again and again: parsed and planned once per connection, which TypeORM's own way never does.
import { once } from 'node:events';
import { type PoolClient, Query, type QueryResult, type QueryResultRow } from 'pg';
import { type DataSource, EntityManager } from 'typeorm';
import type { Sql } from './sql.js';

export interface PreparedStatement {
  /** Stands for this text alone, on every connection. */
  readonly name: string;
  readonly text: string;
}

/** In a transaction, or on a connection of the pool. @returns the rows that the statement selected or returned */
export async function queryPrepared<Row extends QueryResultRow>(
  sql: Sql,
  { name, text }: PreparedStatement,
  values: readonly unknown[],
): Promise<Row[]> {
  const manager = sql instanceof EntityManager ? sql : sql.manager;
  const own = manager.queryRunner;
  const runner = own ?? manager.dataSource.createQueryRunner();
  try {
    const client: PoolClient = await runner.connect();
    const result: QueryResult<Row> = await client.query<Row>({ name, text, values: [...values] });
    return result.rows;
  } finally {
    if (!own) await runner.release();
  }
}

/**
 * As `queryPrepared`, for rows with large texts: what is wanted of each is made as it arrives, so that the texts of a whole
 * answer are never held together, and the garbage collector does not carry them about until the last one is there.
 */
export async function mapPreparedRows<Row extends QueryResultRow, Made>(
  dataSource: DataSource,
  { name, text }: PreparedStatement,
  values: readonly unknown[],
  make: (row: Row) => Made,
): Promise<Made[]> {
  const runner = dataSource.createQueryRunner();
  try {
    const client: PoolClient = await runner.connect();
    const made: Made[] = [];
    const faults: unknown[] = [];
    const query = new Query<Row>({ name, text, values: [...values] }).on('row', (row) => {
      try {
        made.push(make(row));
      } catch (error) {
        // Thrown from here it would reach the socket, and end the process.
        faults.push(error);
      }
    });
    client.query(query);
    await once(query, 'end');
    if (faults.length > 0) throw faults[0];
    return made;
  } finally {
    await runner.release();
  }
}
