import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { afterEach, expect, it, vi } from 'vitest';
import { SystemNames } from '../../../src/platform/outbound/system-names.js';

afterEach(() => {
  vi.restoreAllMocks();
  syncBuiltinESMExports();
});

it('the names of a machine are in the files of its resolver', () => {
  // The real files are read; what they hold differs from machine to machine.
  const looks = vi.spyOn(fs, 'statSync');
  syncBuiltinESMExports();
  const names = new SystemNames();
  names.addressesOf('pbx');
  names.candidatesFor('pbx');
  const files = looks.mock.calls.map(([path]) => path);
  expect(files, 'the files that are looked at').toEqual(['/etc/hosts', '/etc/resolv.conf']);
});
