// Calls whose words hold pairs of frequent words, and by which lists. 0 is what earlier releases store.
import type { QueryRunner } from 'typeorm';

export class PairsOfWords1790000062900 {
  async up(runner: QueryRunner): Promise<void> {
    // Writes of words wait while the index is made: it reads 120 bytes of each call, and a million take a second or two.
    await runner.query('SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = 0');
    await runner.query(`
      ALTER TABLE call_words ADD COLUMN IF NOT EXISTS frequent_words smallint NOT NULL DEFAULT 0;
      CREATE INDEX IF NOT EXISTS call_words_unpaired_idx ON call_words (account_id, livemode, created_at) WHERE frequent_words <> 1`);
  }
}
