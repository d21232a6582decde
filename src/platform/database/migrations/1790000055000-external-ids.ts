// The client's own name of a recording, and whether a call came with many: in a batch or from a source.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ExternalIds1790000055000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `ALTER TABLE analysis ADD COLUMN external_id text, ADD COLUMN bulk boolean NOT NULL DEFAULT false`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE analysis DROP COLUMN external_id, DROP COLUMN bulk');
  }
}
