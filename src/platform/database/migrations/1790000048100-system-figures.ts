// An evaluation in which a person decided keeps what the judges alone came to.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SystemFigures1790000048100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE evaluation
        ADD COLUMN system_score smallint,
        -- Null where no person decided anything.
        ADD COLUMN system_outcome text;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE evaluation DROP COLUMN system_outcome, DROP COLUMN system_score');
  }
}
