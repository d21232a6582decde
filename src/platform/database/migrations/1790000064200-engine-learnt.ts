// What a server of a language model cannot do, so that no process asks it again within the hour.
import type { QueryRunner } from 'typeorm';

const TABLE = `
    CREATE TABLE IF NOT EXISTS engine_learnt (
      engine text NOT NULL,
      server text NOT NULL,
      learnt jsonb NOT NULL,
      learnt_at timestamptz(3) NOT NULL DEFAULT now(),
      CONSTRAINT engine_learnt_pkey PRIMARY KEY (engine, server)
    );`;

export class EngineLearnt1790000064200 {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(TABLE);
  }
}
