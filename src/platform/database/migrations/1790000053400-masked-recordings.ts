// Finds the few rows whose recording has a key of its own: one that is masked, or is withheld.
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

export class MaskedRecordings1790000053400 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'analysis_masked_recording_idx',
      "analysis (storage_key) WHERE storage_key <> 'recordings/' || id::text",
    );
    await createIndexConcurrently(
      runner,
      'analysis_rendition_idx',
      'analysis (redacted_key) WHERE redacted_key IS NOT NULL',
    );
    await createIndexConcurrently(
      runner,
      'analysis_withheld_retention_idx',
      `analysis (settled_at, id) WHERE storage_key IS NULL AND original_key IS NOT NULL AND settled_at IS NOT NULL`,
    );
  }

  /** TypeORM undoes in a transaction, where no index can be dropped concurrently. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query(
      'DROP INDEX analysis_withheld_retention_idx, analysis_rendition_idx, analysis_masked_recording_idx',
    );
  }
}
