import { expect, it } from 'vitest';
import { validate } from '../../tools/dockerfile.js';
import { text } from '../support/processes/deployment-files.js';

it('the Dockerfile passes the linter', async () => {
  const faults = validate(await text('docker/Dockerfile'));
  expect(faults.map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
});
