// The table of budgets in docs/scaling.md. A route that is new has to say there what bounds it.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { VARIABLES } from '../../src/platform/config/variables.js';

interface Row {
  readonly budget: string;
  readonly routes: string;
  readonly usual: string;
  readonly variable: string;
}

const section = /^## Budgets\n(.*?)^## /ms.exec(readFileSync('docs/scaling.md', 'utf8'))?.[1] ?? '';
const rows: Row[] = section
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Budget '))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([, budget = '', routes = '', , usual = '', variable = '']) => ({ budget, routes, usual, variable }));

const document = JSON.parse(readFileSync('openapi.json', 'utf8')) as {
  paths: Record<string, Record<string, { responses?: object }>>;
};
const routes = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([, operation]) => operation.responses !== undefined)
    .map(([method]) => `${method.toUpperCase()} ${path}`),
);

const namesIn = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);
const EVERY = 'every route';
/** Not under the limit of requests: what the payment provider and Twilio tell must not be lost. */
const UNLIMITED = ['POST /webhooks/stripe', 'POST /intake/twilio/{source_id}'];

function isNamed(route: string, { routes: cell }: Row): boolean {
  return namesIn(cell).includes(route);
}

describe('the budgets in docs/scaling.md', () => {
  it('are read', () => {
    expect(rows.length, 'rows').toBeGreaterThan(20);
    expect(routes.length, 'routes').toBeGreaterThan(50);
    expect(rows.filter(({ routes: cell }) => cell === '' || (cell !== EVERY && namesIn(cell).length === 0))).toEqual(
      [],
    );
  });

  it('cover every route of the document', () => {
    const bounded = (route: string) =>
      rows.some((row) => isNamed(route, row) || (row.routes === EVERY && !UNLIMITED.includes(route)));
    expect(
      routes.filter((route) => !bounded(route)),
      'routes without a budget',
    ).toEqual([]);
  });

  it.each(['POST', 'PUT', 'PATCH'])('name every route that makes or changes something with %s', (method) => {
    const writing = routes.filter((route) => route.startsWith(`${method} `));
    expect(
      writing.filter((route) => !rows.some((row) => isNamed(route, row))),
      'writing routes whose budget is not said',
    ).toEqual([]);
  });

  it('name no route that there is not', () => {
    const named = rows.flatMap(({ routes: cell }) => namesIn(cell));
    expect(named.filter((route) => !routes.includes(route))).toEqual([]);
  });

  it.each(rows.filter(({ variable }) => variable !== '—'))(
    'name the variable and its default: $budget, $variable',
    ({ variable: cell, usual }) => {
      const [variable = ''] = namesIn(cell);
      expect(Object.keys(VARIABLES.shape), 'the variables').toContain(variable);
      const value = Object.entries(VARIABLES.parse({})).find(([name]) => name === variable)?.[1];
      if (typeof value === 'number') expect(Number(/^[\d,]+/.exec(usual)?.[0].replaceAll(',', ''))).toBe(value);
      else if (value === undefined) expect(usual, 'what holds where the variable is not set').not.toMatch(/\d/);
      else expect(usual).toBe(value);
    },
  );
});
