// Archives of evidence are exports: a kind of rows and a format of their own.
import type { QueryRunner } from 'typeorm';

const CHECKS = {
  export_rows_of_check: "rows_of IN ('analyses', 'evaluations', 'answers', 'segments', 'reviews', 'evidence')",
  export_format_check: "format IN ('csv', 'jsonl', 'parquet', 'zip')",
};

export class ExportsOfEvidence1790000069400 {
  async up(runner: QueryRunner): Promise<void> {
    for (const [name, check] of Object.entries(CHECKS))
      await runner.query(`ALTER TABLE export DROP CONSTRAINT IF EXISTS ${name},
        ADD CONSTRAINT ${name} CHECK (${check}) NOT VALID`);
  }
}
