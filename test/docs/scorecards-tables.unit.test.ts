// The tables of docs/scorecards.md that list what clients see: each kind of judge, and each reason, has its row.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { NOT_ASSESSABLE } from '../../src/scorecards/answers/judged-answer.js';
import { JUDGE_KINDS } from '../../src/scorecards/form/form.js';

const page = readFileSync('docs/scorecards.md', 'utf8');

/** The first cells of the table under a header, without their back-ticks. */
function rowsUnder(header: string): string[] {
  const [, table = ''] = page.split(`${header}\n`);
  const [rows = ''] = table.split('\n\n');
  return [...rows.matchAll(/^\| `(\w+)` \|/gm)].map(([, name = '']) => name);
}

it.each([
  ['kinds of judges', '| `judge.kind` | Answers by | Needs a language model |', JUDGE_KINDS],
  ['reasons', '| `reason` | Why |', Object.keys(NOT_ASSESSABLE)],
])('the table of %s has a row for each', (_what, header, names) => {
  expect(rowsUnder(header).sort()).toEqual([...names].sort());
});
