// Statements that are sent again and again: parsed and planned once per connection, which TypeORM's own way never does.
import type { PoolClient, QueryResult, QueryResultRow } from 'pg';
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
