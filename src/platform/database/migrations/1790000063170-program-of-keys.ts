// The program that used a key last, as it names itself in `User-Agent`.
import type { QueryRunner } from 'typeorm';

export class ProgramOfKeys1790000063170 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE api_key ADD COLUMN IF NOT EXISTS last_used_by text');
  }
}
