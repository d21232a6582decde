// Keys that may do everything may write evaluations too. Narrowed keys gain nothing.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class EvaluationScope1790000033100 implements MigrationInterface {
  /** The release before compares scopes by name and passes on what it does not know. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE api_key SET scopes = scopes || '{evaluations:write}'
        WHERE scopes @> '{analysis:read,analysis:write,billing:read}' AND NOT scopes @> '{evaluations:write}'
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE api_key SET scopes = array_remove(scopes, 'evaluations:write')`);
  }
}
