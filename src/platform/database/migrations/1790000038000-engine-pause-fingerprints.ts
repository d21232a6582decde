// The pauses of engines tell calls apart by fingerprints of their ids: an id stayed there after its analysis was erased.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class EnginePauseFingerprints1790000038000 implements MigrationInterface {
  /** What is forgotten is learnt anew with the next few requests. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query("UPDATE engine_pause SET suspects = '{}', success_by = NULL");
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.up(runner);
  }
}
