import { expect, it } from 'vitest';
import { isServiceUnavailable } from '../../../src/platform/errors/service-unavailable.js';

it('only an error of a service that cannot be reached is answered with 503', () => {
  expect(
    isServiceUnavailable(new Error('timeout exceeded when trying to connect')),
    'no connection within the time-out',
  ).toBe(true);
  expect(
    isServiceUnavailable(Object.assign(new Error('shutdown'), { code: '57P01' })),
    'a server that shuts down',
  ).toBe(true);
  expect(
    isServiceUnavailable(new Error('x', { cause: Object.assign(new Error(), { code: 'ECONNRESET' }) })),
    'a connection that was reset',
  ).toBe(true);
  expect(isServiceUnavailable(Object.assign(new Error('duplicate key'), { code: '23505' })), 'a duplicate key').toBe(
    false,
  );
  expect(isServiceUnavailable('ECONNREFUSED'), 'a thrown text').toBe(false);
});
