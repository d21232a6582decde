// Typed SQL beside the ORM. TypeORM returns a pair of rows and count for an UPDATE or DELETE, and rows for any other statement;
// these functions always return rows.
import type { DataSource, EntityManager } from 'typeorm';

/** A transaction, or the pool. */
export type Sql = EntityManager | DataSource;

/** @returns the rows that the statement selected or returned */
export async function queryRows<Row>(sql: Sql, statement: string, parameters: readonly unknown[] = []): Promise<Row[]> {
  const answer: unknown = await sql.query(statement, [...parameters]);
  if (!Array.isArray(answer)) return [];
  const [first, count] = answer;
  return Array.isArray(first) && typeof count === 'number' ? first : answer;
}

/** @returns the first row, or null */
export async function queryRow<Row>(
  sql: Sql,
  statement: string,
  parameters: readonly unknown[] = [],
): Promise<Row | null> {
  return (await queryRows<Row>(sql, statement, parameters))[0] ?? null;
}
