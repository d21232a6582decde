// The database of a command: the configured one, or the embedded one for the time that the command runs.
import type { Config } from '../platform/config/config.js';

/**
 * Runs the work with the URL of the database, past a pooler. Where DATABASE_URL is not set, this starts the embedded PostgreSQL
 * first and stops it afterwards.
 * @param log receives one line at a time on what is being prepared
 */
export async function withDatabase(
  { database, dataDir, cacheDir }: Config,
  log: (line: string) => void,
  work: (url: string) => Promise<void>,
): Promise<void> {
  const url = database.directUrl ?? database.url;
  if (url !== null) return work(url);
  const { startPostgres } = await import('../embedded/postgres.js');
  const postgres = await startPostgres({ dataDir, cacheDir, log });
  try {
    await work(postgres.url);
  } finally {
    await postgres.stop();
  }
}
