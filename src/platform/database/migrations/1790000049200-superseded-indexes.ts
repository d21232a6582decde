// Adds `superseded` to the indexes for listing and counting evaluations. A count then reads no row of the table.
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

const INDEXES: Readonly<Record<string, string>> = {
  evaluation_list_idx:
    '(account_id, created_at DESC, id DESC) INCLUDE (scorecard_id, revision, outcome, score, superseded)',
  evaluation_agent_idx:
    '(account_id, agent_id, created_at DESC, id DESC) INCLUDE (scorecard_id, revision, outcome, score, superseded)',
  evaluation_contact_idx:
    '(account_id, contact_id, created_at DESC, id DESC) INCLUDE (agent_id, scorecard_id, revision, outcome, score, superseded)',
};
/** Temporary name of an index while it is built beside the one that it replaces. */
const making = (name: string) => name.replace('_idx', '_making_idx');

export class SupersededIndexes1790000049200 implements MigrationInterface {
  readonly transaction = false as const;

  /** Drops each old index last: the previous release can use either for its lists. */
  async up(runner: QueryRunner): Promise<void> {
    for (const [name, definition] of Object.entries(INDEXES)) {
      if (await holdsSuperseded(runner, name)) continue;
      await createIndexConcurrently(runner, making(name), `evaluation ${definition}`);
      // Both in one statement: a run that is killed leaves either index under the name.
      await runner.query(`DROP INDEX IF EXISTS ${name}; ALTER INDEX ${making(name)} RENAME TO ${name}`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const [name, definition] of Object.entries(INDEXES)) {
      await runner.query(
        `DROP INDEX ${name}; CREATE INDEX ${name} ON evaluation ${definition.replace(', superseded)', ')')}`,
      );
    }
  }
}

async function holdsSuperseded(runner: QueryRunner, name: string): Promise<boolean> {
  const found: unknown[] = await runner.query(
    `SELECT 1 FROM pg_attribute WHERE attrelid = to_regclass($1) AND attname = 'superseded'`,
    [name],
  );
  return found.length > 0;
}
