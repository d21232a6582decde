// How this process reaches PostgreSQL: directly, or through a pooler such as PgBouncer that pools by transaction.
import type { Variables } from './variables.js';

export interface DatabaseConfig {
  /** Connection URL, marked where it goes through a pooler (`goesThroughPooler`). Null: the embedded server. */
  readonly url: string | null;
  /** The same database without the pooler; null: `url` goes through none. */
  readonly directUrl: string | null;
  /** A streaming replica of the same database, for reading. */
  readonly readUrl: string | null;
  readonly poolSize: number;
  /** Whether the pooler keeps prepared statements. */
  readonly poolerKeepsStatements: boolean;
}

/** The query parameter by which Prisma and others mark such a URL. */
const MARK = 'pgbouncer';

/** Whether sessions of the URL end with each transaction: no session options, locks or prepared statements outlast one. */
export const goesThroughPooler = (url: string): boolean => new URL(url).searchParams.get(MARK) === 'true';

export function readDatabase(v: Variables): DatabaseConfig {
  const { DATABASE_URL: url = null, DATABASE_DIRECT_URL: directUrl = null } = v;
  return {
    url: url === null || directUrl === null ? url : marked(url),
    directUrl,
    readUrl: v.DATABASE_READ_URL ?? null,
    poolSize: v.DATABASE_POOL_SIZE,
    poolerKeepsStatements: v.DATABASE_POOLER_STATEMENTS,
  };
}

/** @returns one sentence for each fault, which starts with the name of the variable */
export function databaseFaults(given: Readonly<Record<string, string | undefined>>): string[] {
  const { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl, DATABASE_READ_URL: readUrl } = given;
  const { DATABASE_POOLER_STATEMENTS: statements } = given;
  const faults: string[] = [];
  if (directUrl && !url) faults.push('DATABASE_URL: is required with DATABASE_DIRECT_URL');
  if (readUrl && !url) faults.push('DATABASE_URL: is required with DATABASE_READ_URL');
  if (!directUrl && url && URL.canParse(url) && goesThroughPooler(url))
    faults.push(
      'DATABASE_DIRECT_URL: is required where DATABASE_URL goes through a pooler; set it to the same database without the pooler',
    );
  if (!directUrl && /^(true|1)$/.test(statements ?? ''))
    faults.push('DATABASE_POOLER_STATEMENTS: speaks of the pooler of DATABASE_URL and needs DATABASE_DIRECT_URL');
  return faults;
}

function marked(url: string): string {
  const pooled = new URL(url);
  pooled.searchParams.set(MARK, 'true');
  return pooled.href;
}
