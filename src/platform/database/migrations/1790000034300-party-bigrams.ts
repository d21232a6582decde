// Finds the identifiers that contain two characters by an index: the trigrams of the other index need three.
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { createIndexConcurrently } from '../concurrent-index.js';

export class PartyBigrams1790000034300 implements MigrationInterface {
  readonly transaction = false as const;

  async up(runner: QueryRunner): Promise<void> {
    // PL/pgSQL, because Postgres starts an executor for each call of a function in SQL, which takes five times as long.
    await runner.query(`
      -- Each two characters that stand together: {ab,bc} for 'abc', null for a text that is shorter than two.
      CREATE OR REPLACE FUNCTION analysis_bigrams(value text) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
      DECLARE
        bigrams text[];
      BEGIN
        FOR i IN 1 .. length(value) - 1 LOOP
          bigrams[i] := substr(value, i, 2);
        END LOOP;
        RETURN bigrams;
      END $$`);
    await createIndexConcurrently(
      runner,
      'analysis_party_bigrams_idx',
      'analysis_party USING gin (account_id, (analysis_bigrams(folded) COLLATE "C")) WITH (fastupdate = off)',
    );
    // Postgres knows how frequent each bigram is only after this.
    await runner.query('ANALYZE analysis_party');
  }

  /** TypeORM undoes in a transaction, where no index can be dropped concurrently. */
  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX analysis_party_bigrams_idx');
    await runner.query('DROP FUNCTION analysis_bigrams');
  }
}
