// The owners of renditions for playing, and the calls that wait for one.
import type { QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

export class PlaybackIndexes1790000061100 {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'analysis_playback_idx',
      'analysis (playback_key) WHERE playback_key IS NOT NULL',
    );
    await createIndexConcurrently(
      runner,
      'analysis_playback_asked_idx',
      "analysis (account_id, id) WHERE playback = 'asked'",
    );
  }
}
