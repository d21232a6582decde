// Engine pauses now identify calls by fingerprints of their ids. A stored id remained there after its analysis was erased.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class EnginePauseFingerprints1790000038000 implements MigrationInterface {
  /** Clears the stored ids. The next few requests fill the columns again. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("UPDATE engine_pause SET suspects = '{}', success_by = NULL");
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.up(runner);
  }
}
