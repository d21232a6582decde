// The index of the source addresses that are kept for a retry, by which they are forgotten in time.
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

export class AddressesToForget1790000039000 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    await createIndexConcurrently(
      runner,
      'analysis_source_address_idx',
      'analysis (settled_at, id) WHERE source_url IS NOT NULL AND settled_at IS NOT NULL',
    );
  }

  /** TypeORM undoes in a transaction, where no index can be dropped concurrently. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX analysis_source_address_idx');
  }
}
