// Calls that are judged again from the transcript that they have.
import type { QueryRunner } from 'typeorm';

export class JudgedAgain1790000062000 {
  async up(runner: QueryRunner): Promise<void> {
    // An earlier release makes a version of the same words of it.
    await runner.query('ALTER TABLE correction ADD COLUMN IF NOT EXISTS judges_anew boolean NOT NULL DEFAULT false');
  }
}
