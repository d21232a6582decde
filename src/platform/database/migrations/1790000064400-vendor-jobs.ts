// Jobs at speech vendors that answer later than they are asked. A row outlives its call, without naming it, until what the vendor
// keeps of the job is deleted there.
import type { QueryRunner } from 'typeorm';

const TABLES = `
    CREATE TABLE IF NOT EXISTS vendor_job (
      id uuid CONSTRAINT vendor_job_pkey PRIMARY KEY DEFAULT gen_random_uuid(),
      analysis_id uuid CONSTRAINT vendor_job_analysis_id_fkey REFERENCES analysis (id) ON DELETE SET NULL,
      engine text NOT NULL,
      fingerprint text NOT NULL,
      audio_url text NOT NULL,
      sends integer NOT NULL DEFAULT 0,
      sent_at timestamptz(3),
      vendor_id text,
      created_at timestamptz(3) NOT NULL DEFAULT now(),
      tried_at timestamptz(3)
    );
    CREATE UNIQUE INDEX IF NOT EXISTS vendor_job_call_idx ON vendor_job (analysis_id, engine, fingerprint);`;

export class VendorJobs1790000064400 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLES);
  }
}
