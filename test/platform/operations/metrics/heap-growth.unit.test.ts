import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { HEAP_GROWTH_FLAG } from '../../../../src/platform/operations/metrics/heap-growth.js';

it('sets a switch that the V8 of this Node knows', () => {
  const known = execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' });
  expect(known.split(/\s+/)).toContain(HEAP_GROWTH_FLAG);
});
