// Keys that a bucket held when its source was made: only others are new (see OldKeys).
import type { QueryRunner } from 'typeorm';

export class OldKeysOfSources1790000058100 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE source ADD COLUMN IF NOT EXISTS old_keys bytea');
    // Versions are kept without quotes now.
    await runner.query(`
      UPDATE source_item SET version = regexp_replace(version, '^(?:W/)?"(.*)"$', '\\1')
      WHERE status = 'waiting' AND version LIKE '%"'`);
  }
}
