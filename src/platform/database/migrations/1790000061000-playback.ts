// A rendition that plays in every browser, beside a recording that does not.
import type { QueryRunner } from 'typeorm';

export class Playback1790000061000 {
  async up(runner: QueryRunner): Promise<void> {
    // The states of `playback` are those of src/calls/recording/playback.ts; null: not known yet.
    await runner.query('ALTER TABLE analysis ADD COLUMN IF NOT EXISTS playback text');
    await runner.query('ALTER TABLE analysis ADD COLUMN IF NOT EXISTS playback_key text');
  }
}
