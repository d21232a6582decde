// docs/results.md lists why an analysis can fail. A code that is missing there means nothing to a client.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { FAILURE_CODES } from '../../src/ports/failure-code.js';

it('docs/results.md explains every error code, in the order of the code', () => {
  const [, section = ''] = readFileSync('docs/results.md', 'utf8').split('## When an analysis fails');
  const listed = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `(\w+)` \|/gm)].map(([, code]) => code);
  expect(listed.filter((code) => code !== 'error_code')).toEqual(FAILURE_CODES);
});
