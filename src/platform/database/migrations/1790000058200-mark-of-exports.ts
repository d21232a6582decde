// Whether the CSV of an export begins with a byte order mark.
import type { QueryRunner } from 'typeorm';

export class MarkOfExports1790000058200 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE export ADD COLUMN IF NOT EXISTS bom boolean NOT NULL DEFAULT false');
  }
}
