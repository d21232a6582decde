// What uploads leave behind in a service that runs in this process: rows, files, open descriptors.
import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { type Account, type TestService, until } from '../apps/running-service.js';

export async function storedFiles({ dataDir }: TestService): Promise<string[]> {
  const entries = await readdir(join(dataDir, 'objects'), { recursive: true, withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Files under the service's data folder that this process holds open. */
export async function openFiles({ dataDir }: TestService): Promise<string[]> {
  const targets = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return targets.filter((target) => target.startsWith(dataDir));
}

/** Counts rows, stored files and open files: everything that an upload adds to. */
export async function countTraces(service: TestService) {
  const { rows } = await service.db.query(
    `SELECT (SELECT count(*)::int FROM analysis) AS analyses,
       (SELECT count(*)::int FROM minutes_reservation) AS reservations,
       (SELECT count(*)::int FROM idempotency_key) AS keys`,
  );
  return { ...rows[0], files: (await storedFiles(service)).length, open: (await openFiles(service)).length };
}

/** Waits until the counts are again what they were before. */
export const untilTracesAre = (service: TestService, before: unknown, what: string) =>
  until(async () => JSON.stringify(await countTraces(service)) === JSON.stringify(before), what);

export async function expectAlive(service: TestService, { liveKey }: Account): Promise<void> {
  const response = await fetch(`${service.baseUrl}/users/me`, { headers: { 'x-api-key': liveKey } });
  await expect(response).toAnswer(200);
}
