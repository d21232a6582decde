// Deletes the client's URL of the recording from failed calls of earlier releases. It may contain a signature.
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** 40 MB of the table: a statement of well under a second. */
const PAGES_PER_STATEMENT = 5_000;

export class ForgetSourceAddresses1790000022000 implements MigrationInterface {
  /** Each statement is its own transaction, so that it locks few rows for a short time. A run that was killed starts over. */
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    const [table]: { pages: number }[] = await runner.query(
      `SELECT (pg_relation_size('analysis') / current_setting('block_size')::int)::int AS pages`,
    );
    for (let page = 0; page <= (table?.pages ?? 0); page += PAGES_PER_STATEMENT) {
      await runner.query(
        `UPDATE analysis SET source_url = NULL
         WHERE ctid >= $1::tid AND ctid < $2::tid AND status = 'failed' AND source_url IS NOT NULL`,
        [`(${page},0)`, `(${page + PAGES_PER_STATEMENT},0)`],
      );
    }
  }

  /** Does nothing: deleted URLs cannot be restored. */
  async down(): Promise<void> {}
}
