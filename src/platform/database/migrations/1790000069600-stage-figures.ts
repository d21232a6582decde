// What the stages of a call took. A checkpoint tells by which run it was written; one of the release before does not.
import type { QueryRunner } from 'typeorm';

export class StageFigures1790000069600 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE analysis_payload ADD COLUMN IF NOT EXISTS stage_figures text');
    await runner.query('ALTER TABLE analysis_checkpoint ADD COLUMN IF NOT EXISTS fence integer');
  }
}
