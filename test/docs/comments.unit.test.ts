// A comment above a constant or a member begins with a noun phrase that names it, or with a verb: a fragment that leans on a
// name two lines away is a riddle.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const FRAGMENT = /^\s*\/\*\* (?:Of|By|What|Where|With|For|As|How|In|When)\b/;

it.each(['src', 'web/src'])('%s has no comment that begins as a fragment', (root) => {
  const paths = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => /\.tsx?$/.test(path));
  expect(paths.length, 'files').toBeGreaterThan(100);
  const fragments = paths.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => (FRAGMENT.test(line) ? [`${join(root, path)}:${index + 1}: ${line.trim()}`] : [])),
  );
  expect(fragments).toEqual([]);
});
