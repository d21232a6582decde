// Periodic work that one process does for all of them.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SharedRounds1790000026000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE round_lease (
        name text PRIMARY KEY,
        holder uuid,
        -- While a round is under way. A killed holder no longer extends it.
        leased_until timestamptz NOT NULL DEFAULT '-infinity',
        due_at timestamptz NOT NULL DEFAULT '-infinity'
      ) WITH (fillfactor = 50);

      -- What one process has counted, for the scrapes of all of them.
      CREATE TABLE shared_reading (
        name text PRIMARY KEY,
        claimed_at timestamptz NOT NULL,
        taken_at timestamptz,
        figures text
      ) WITH (fillfactor = 50);
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE shared_reading, round_lease');
  }
}
