// The whole schema in one step. It takes the place of the migrations of 0.1.0, whose last build left the same schema behind.
import type { QueryRunner } from 'typeorm';
import { ACCOUNTS } from './baseline/accounts.js';
import { ARRIVALS } from './baseline/arrivals.js';
import { BILLING } from './baseline/billing.js';
import { CALLS } from './baseline/calls.js';
import { EXPORTS } from './baseline/exports.js';
import { FACETS } from './baseline/facets.js';
import { FACTS } from './baseline/facts.js';
import { upgradeFirstRelease } from './baseline/first-release.js';
import { IDEMPOTENCY } from './baseline/idempotency.js';
import { foldingFunction, LISTING } from './baseline/listing.js';
import { PROCESSES } from './baseline/processes.js';
import { REDACTION } from './baseline/redaction.js';
import { REVIEWS } from './baseline/reviews.js';
import { SCORECARDS } from './baseline/scorecards.js';
import { SEARCH } from './baseline/search.js';
import { STATISTICS } from './baseline/statistics.js';
import { WEBHOOKS } from './baseline/webhooks.js';

/** Newest migration of release 0.1.0 (commit 235dc6db), and of the last build before this one (commit b89dfaf7). */
const FIRST_RELEASE = 'PartyBigrams1790000034300';
const LAST_BUILD = 'UploadsOfAccount1790000055500';

/** The order follows the references. Each statement may run again: a database of 0.1.0 has some of these tables already. */
const schema = async (runner: QueryRunner): Promise<string> =>
  [
    ACCOUNTS,
    CALLS,
    await foldingFunction(runner),
    LISTING,
    BILLING,
    SCORECARDS,
    REVIEWS,
    REDACTION,
    FACTS,
    STATISTICS,
    FACETS,
    SEARCH,
    EXPORTS,
    ARRIVALS,
    WEBHOOKS,
    IDEMPOTENCY,
    PROCESSES,
  ].join('\n');

export class Baseline1790000056000 {
  /** Indexes of a database of 0.1.0 are made beside reads and writes. The next run repeats a run that was killed. */
  readonly transaction = false as const;

  /** @throws Error with a sentence for the operator when the database is of another build */
  async up(runner: QueryRunner): Promise<void> {
    const [newest]: { name: string }[] = await runner.query(
      'SELECT name FROM migration ORDER BY timestamp DESC LIMIT 1',
    );
    switch (newest?.name) {
      case undefined:
        // Several statements in one query are one transaction.
        await runner.query(await schema(runner));
        return;
      case FIRST_RELEASE:
        return upgradeFirstRelease(runner, await schema(runner));
      case LAST_BUILD:
        return;
      default:
        throw new Error(
          `The database was last migrated by a build between 0.1.0 and 0.2.0, to ${newest?.name}: start commit b89dfaf7 of the service on it once, which migrates it, and then this release`,
        );
    }
  }
}
