import { statSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { SystemNames } from '../../../src/platform/outbound/system-names.js';

// The real files are read; what they hold differs from machine to machine.
vi.mock('node:fs', async (original) => {
  const actual = await original<typeof import('node:fs')>();
  return { ...actual, statSync: vi.fn(actual.statSync) };
});

it('the names of a machine are in the files of its resolver', () => {
  const names = new SystemNames();
  names.addressesOf('pbx');
  names.candidatesFor('pbx');
  const files = vi.mocked(statSync).mock.calls.map(([path]) => path);
  expect(files, 'the files that are looked at').toEqual(['/etc/hosts', '/etc/resolv.conf']);
});
