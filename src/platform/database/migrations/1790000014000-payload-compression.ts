// Transcripts and results are read far more often than written: LZ4 opens them several times as fast as Postgres's own way.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = ['transcript', 'words', 'results', 'metrics', 'engine'];

export class PayloadCompression1790000014000 implements MigrationInterface {
  /** For values written from now on; no row is rewritten. A server built without LZ4 stays as it is. */
  async up(runner: QueryRunner): Promise<void> {
    const [{ known }] = await runner.query(
      `SELECT 'lz4' = ANY(enumvals) AS known FROM pg_settings WHERE name = 'default_toast_compression'`,
    );
    if (known) await this.compress(runner, 'lz4');
  }

  async down(runner: QueryRunner): Promise<void> {
    await this.compress(runner, 'default');
  }

  private async compress(runner: QueryRunner, method: 'lz4' | 'default'): Promise<void> {
    const changes = COLUMNS.map((column) => `ALTER COLUMN ${column} SET COMPRESSION ${method}`);
    await runner.query(`ALTER TABLE analysis_payload ${changes.join(', ')}`);
  }
}
