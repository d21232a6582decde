// Excludes evaluations of an outdated transcript (corrected since) from the counts that lists of evaluations use.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SupersededCounts1790000049100 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await this.count(runner, ' AND NOT superseded', ['superseded']);
  }

  async down(runner: QueryRunner): Promise<void> {
    // The previous release lists these evaluations, so they are counted again.
    await runner.query('UPDATE evaluation SET superseded = false WHERE superseded');
    await this.count(runner, '', []);
  }

  /** Replaces the functions that count evaluations. `1790000033200-evaluation-lists.ts` explains them. */
  private async count(runner: QueryRunner, condition: string, columns: readonly string[]): Promise<void> {
    const watched = ['account_id', 'created_at', 'scorecard_id', 'revision', 'outcome', 'score', ...columns];
    const row = (name: string) => watched.map((column) => `${name}.${column}`).join(', ');
    await runner.query(`
      CREATE OR REPLACE FUNCTION evaluation_kind_count_deleted() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        ${addCounts('SELECT *, -1 AS delta FROM deleted', condition)}
        ${dropEmpty('deleted')}
        RETURN NULL;
      END $$;

      CREATE OR REPLACE FUNCTION evaluation_kind_count_updated() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        ${addCounts('SELECT OLD.*, -1 AS delta UNION ALL SELECT NEW.*, 1', condition)}
        ${dropEmpty('(SELECT OLD.*)')}
        RETURN NULL;
      END $$;

      DROP TRIGGER evaluation_kind_count_update ON evaluation;
      CREATE TRIGGER evaluation_kind_count_update
        AFTER UPDATE OF ${watched.join(', ')} ON evaluation FOR EACH ROW
        WHEN ((${row('OLD')}) IS DISTINCT FROM (${row('NEW')}))
        EXECUTE FUNCTION evaluation_kind_count_updated();
    `);
  }
}

const KEY = `account_id, span, date_trunc(span, created_at AT TIME ZONE 'UTC')::date AS start, scorecard_id, revision,
          coalesce(outcome, '') AS outcome, coalesce(score, -1)::smallint AS score`;

/** @param condition SQL, of rows that count */
function addCounts(changed: string, condition: string): string {
  return `
        INSERT INTO evaluation_kind_count AS c (account_id, span, start, scorecard_id, revision, outcome, score, n)
        SELECT ${KEY}, sum(delta)
        FROM (${changed}) AS changed CROSS JOIN (VALUES ('month'), ('day')) AS spans (span)
        WHERE true${condition}
        GROUP BY 1, 2, 3, 4, 5, 6, 7 HAVING sum(delta) <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7
        ON CONFLICT (account_id, span, start, scorecard_id, revision, outcome, score) DO UPDATE SET n = c.n + excluded.n;`;
}

function dropEmpty(touched: string): string {
  return `
        DELETE FROM evaluation_kind_count c
        USING (SELECT DISTINCT ${KEY} FROM ${touched} AS t CROSS JOIN (VALUES ('month'), ('day')) AS spans (span)) AS touched
        WHERE (c.account_id, c.span, c.start, c.scorecard_id, c.revision, c.outcome, c.score)
            = (touched.account_id, touched.span, touched.start, touched.scorecard_id, touched.revision, touched.outcome, touched.score)
          AND c.n = 0;`;
}
