// cspell:ignore Bteam
import { expect, it } from 'vitest';
import { queryOf } from '../../../clients/typescript/src/http/path.js';

it('the members of an object stand in a query in brackets, each encoded', () => {
  expect(queryOf({ limit: 1, status: undefined, metadata: { team: 'blue & red', 'a[b]': 2, none: null } })).toBe(
    '?limit=1&metadata%5Bteam%5D=blue+%26+red&metadata%5Ba%5Bb%5D%5D=2',
  );
  expect(queryOf({ metadata: {}, search: null })).toBe('');
});
