import { expect, it } from 'vitest';
import { isVersioned } from '../../../../src/platform/http/access/versioned-path.js';

it.each(['/api/v1', '/api/v1/', '/api/v1/analysis', '/API/V1/analysis', '/api/v12/analysis'])(
  '%s is limited and checked as a route of the API',
  (path) => {
    expect(isVersioned(path), `${path} is below the API`).toBe(true);
  },
);

it.each([
  '/',
  '/health/live',
  '/metrics',
  '/api',
  '/api/',
  '/api/v/analysis',
  '/api/v1x/analysis',
  '/api/version/1',
  '/pages/api/v1/analysis',
  '/apis/v1',
])('%s is none', (path) => {
  expect(isVersioned(path), `${path} is below the API`).toBe(false);
});
