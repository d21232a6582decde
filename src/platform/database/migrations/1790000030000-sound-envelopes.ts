// Keeps the outline of each channel's sound beside the results of an analysis, for the waveform of its report.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SoundEnvelopes1790000030000 implements MigrationInterface {
  /**
   * Nullable and without a default: no row is rewritten. Where it is null, the report draws who spoke when, without the sound.
   */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE analysis_payload ADD COLUMN envelopes text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE analysis_payload DROP COLUMN envelopes');
  }
}
