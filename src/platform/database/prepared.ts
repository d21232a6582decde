// Statements that are sent again and again: parsed and planned once per connection, which TypeORM's own way never does.
import { once } from 'node:events';
import { type PoolClient, Query, type QueryResult, type QueryResultRow } from 'pg';
import type { DataSource } from 'typeorm';

export interface PreparedStatement {
  /** Stands for this text alone, on every connection. */
  readonly name: string;
  readonly text: string;
}

/** Outside any transaction, on a connection of the pool. @returns the rows that the statement selected or returned */
export async function preparedRows<Row extends QueryResultRow>(
  dataSource: DataSource,
  { name, text }: PreparedStatement,
  values: readonly unknown[],
): Promise<Row[]> {
  const runner = dataSource.createQueryRunner();
  try {
    const client: PoolClient = await runner.connect();
    const result: QueryResult<Row> = await client.query<Row>({ name, text, values: [...values] });
    return result.rows;
  } finally {
    await runner.release();
  }
}

/**
 * As `preparedRows`, for rows with large texts: what is wanted of each is made as it arrives, so that the texts of a whole
 * answer are never held together, and the garbage collector does not carry them about until the last one is there.
 */
export async function madeOfPreparedRows<Row extends QueryResultRow, Made>(
  dataSource: DataSource,
  { name, text }: PreparedStatement,
  values: readonly unknown[],
  make: (row: Row) => Made,
): Promise<Made[]> {
  const runner = dataSource.createQueryRunner();
  try {
    const client: PoolClient = await runner.connect();
    const made: Made[] = [];
    const query = new Query<Row>({ name, text, values: [...values] }).on('row', (row) => made.push(make(row)));
    client.query(query);
    await once(query, 'end');
    return made;
  } finally {
    await runner.release();
  }
}
