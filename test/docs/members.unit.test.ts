// The table of routes in docs/members.md is the table that the guard reads. UPDATE_RIGHTS=1 writes it.
import { readFileSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { rightOfRoute } from '../../src/access/route-rights.js';
import { document } from '../support/clients/responses.js';

const PAGE = 'docs/members.md';
const [BEGIN, END] = ['<!-- routes -->\n', '<!-- /routes -->\n'];
const ABOUT = {
  self: 'the own',
  account: 'the account’s',
  calls: 'calls',
  engine_trial: 'one engine trial',
} as const;

const rows = document.operations.flatMap(({ method, path, operation: { operationId = '' } }) => {
  const right = rightOfRoute(operationId);
  if (!right) return [];
  const { least, whose, agent } = right;
  const about = whose in ABOUT ? ABOUT[whose as keyof typeof ABOUT] : `one ${whose}`;
  return [`| \`${method.toUpperCase()} ${path}\` | ${about} | ${least} | ${agent ? 'yes' : ''} |`];
});
const table = ['| Route | About | At least | Agent |', '|---|---|---|---|', ...rows, ''].join('\n');

it('is up to date', () => {
  const page = readFileSync(PAGE, 'utf8');
  const [before, rest] = page.split(BEGIN);
  const after = rest?.split(END)[1];
  const wanted = `${before}${BEGIN}${table}${END}${after}`;
  if (process.env.UPDATE_RIGHTS) writeFileSync(PAGE, wanted);
  expect(readFileSync(PAGE, 'utf8')).toBe(wanted);
});
