import { expect, it } from 'vitest';
import { differencesTable } from '../../../src/billing/reconciliation/reconciliation.js';

it('differences are printed for the operator in aligned columns', () => {
  const table = differencesTable([
    { what: 'gap between periods', subject: 'p1', expected: '2027-01-05', found: '2027-01-06' },
    { what: 'gap', subject: 'period-2', expected: '1', found: '' },
  ]);
  expect(table, 'The table of billing:reconcile is not readable').toBe(
    [
      'difference           of        expected    found',
      'gap between periods  p1        2027-01-05  2027-01-06',
      'gap                  period-2  1',
    ].join('\n'),
  );
});
