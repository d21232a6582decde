// Compresses transcripts and results with LZ4. They are read far more often than written, and LZ4 decompresses them several
// times as fast as the default method of Postgres.
import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = ['transcript', 'words', 'results', 'metrics', 'engine'];

export class PayloadCompression1790000014000 implements MigrationInterface {
  /** Applies to values written from now on; no row is rewritten. A server built without LZ4 keeps its method. */
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
