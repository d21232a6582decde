// The pause of each engine while its provider is in trouble: one row for all processes.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class EnginePauses1790000020100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // `since` and `paused_until` are null while the engine works. `suspects` are the last calls that failed in a way that may be
    // their own; `success_by` is the call of the last success, `other_success_at` the last success of a call before it.
    await runner.query(`
      CREATE TABLE engine_pause (
        engine text PRIMARY KEY,
        since timestamptz,
        paused_until timestamptz,
        reason text,
        failures integer NOT NULL DEFAULT 0,
        suspects uuid[] NOT NULL DEFAULT '{}',
        probe_by uuid,
        probe_until timestamptz,
        success_at timestamptz,
        success_by uuid,
        other_success_at timestamptz
      )`);
    await runner.query("INSERT INTO engine_pause (engine) VALUES ('transcription'), ('analysis')");
    // Nullable and without a default: no row is rewritten.
    await runner.query('ALTER TABLE analysis ADD COLUMN last_failed_at timestamptz');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE analysis DROP COLUMN last_failed_at');
    await runner.query('DROP TABLE engine_pause');
  }
}
