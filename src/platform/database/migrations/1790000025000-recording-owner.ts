// Which deployment owns the recording store, and which recordings are still to be deleted from it.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class RecordingOwner1790000025000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      -- One row. The recording store holds the same id; a database that was made anew, or another one, has another.
      CREATE TABLE deployment (
        only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
        id uuid NOT NULL DEFAULT gen_random_uuid(),
        created_at timestamptz(3) NOT NULL DEFAULT now()
      );
      INSERT INTO deployment DEFAULT VALUES;

      -- Recordings that have lost their analysis or reached the end of their retention. Written together with that, so that a
      -- killed process forgets none.
      CREATE TABLE recording_deletion (
        storage_key text PRIMARY KEY,
        created_at timestamptz(3) NOT NULL DEFAULT now()
      );
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE recording_deletion, deployment');
  }
}
