// Lets a client see that a recording has tracks which were not heard.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class AudioTracks1790000036000 implements MigrationInterface {
  /** Nullable and without a default: no row is rewritten, and a release that does not know the column leaves it null. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE analysis ADD COLUMN audio_tracks integer');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE analysis DROP COLUMN audio_tracks');
  }
}
