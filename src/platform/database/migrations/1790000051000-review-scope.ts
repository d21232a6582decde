// Keys that may do everything may review too. Narrowed keys gain nothing.
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class ReviewScope1790000051000 implements MigrationInterface {
  /** The release before compares scopes by name and passes on what it does not know. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE api_key SET scopes = scopes || '{reviews:write}'
        WHERE scopes @> '{analysis:read,analysis:write,billing:read,evaluations:write}' AND NOT scopes @> '{reviews:write}'
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`UPDATE api_key SET scopes = array_remove(scopes, 'reviews:write')`);
  }
}
