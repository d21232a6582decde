import { expect, it } from 'vitest';
import { isServiceUnavailable } from '../../../src/platform/errors/service-unavailable.js';

it('is true only for errors of services that cannot be reached', () => {
  expect(isServiceUnavailable(new Error('timeout exceeded when trying to connect'))).toBe(true);
  expect(isServiceUnavailable(Object.assign(new Error('shutdown'), { code: '57P01' }))).toBe(true);
  expect(isServiceUnavailable(new Error('x', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) }))).toBe(
    true,
  );
  expect(isServiceUnavailable(Object.assign(new Error('duplicate key'), { code: '23505' }))).toBe(false);
  expect(isServiceUnavailable('ECONNREFUSED')).toBe(false);
});
