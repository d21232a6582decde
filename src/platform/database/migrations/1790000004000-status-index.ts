// Adds the identifiers to the index on the status, so that a search among the analyses of one status reads the index alone.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class StatusIndex1790000004000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.replace(runner, 'INCLUDE (agent_id, contact_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.replace(runner, '');
  }

  /** Other transactions can read meanwhile; writes wait for the index, half a minute for ten million rows. */
  private async replace(runner: QueryRunner, included: string): Promise<void> {
    await runner.query('SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0');
    await runner.query(`
      CREATE INDEX analysis_status_new_idx ON analysis (account_id, status, created_at DESC, id DESC) ${included};
      DROP INDEX analysis_status_idx;
      ALTER INDEX analysis_status_new_idx RENAME TO analysis_status_idx;
    `);
  }
}
