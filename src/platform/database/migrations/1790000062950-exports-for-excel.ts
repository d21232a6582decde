// For which language and time zone a CSV is written for Excel; null for a CSV by RFC 4180.
import type { QueryRunner } from 'typeorm';

export class ExportsForExcel1790000062950 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE export ADD COLUMN IF NOT EXISTS excel jsonb');
  }
}
