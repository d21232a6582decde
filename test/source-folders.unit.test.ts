// Keeps folders small enough to be read as one picture: a folder that fills up is parted by subject.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const MAX_FILES = 20;
/** One file a migration, in the order of time. */
const GROWS = 'src/platform/database/migrations';

it('has at most 20 files directly in a folder of the source', () => {
  const counts = new Map<string, number>();
  for (const entry of readdirSync('src', { recursive: true, withFileTypes: true })) {
    const folder = join(entry.parentPath);
    if (entry.isFile()) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  expect(counts.size).toBeGreaterThan(50);
  const full = [...counts].filter(([folder, count]) => folder !== GROWS && count > MAX_FILES);
  expect(full).toEqual([]);
});
