// docs/batches.md: its commands are run as they are printed, in one shell, and what it prints beneath them must come out.
import { expect, it } from 'vitest';
import { playPage } from './page-commands.js';

it('docs/batches.md prints what comes out of its commands', async () => {
  const { steps, faults } = await playPage('docs/batches.md');
  const done = steps.filter(({ printed }) => printed !== undefined);
  expect(faults, `After ${done.length} blocks`).toBe('');
  expect(done, 'blocks that were run to their end').toHaveLength(steps.length);
  expect(steps.map(({ printed }) => printed?.replaceAll('\r', ''))).toEqual(
    steps.map(({ shown, printed }) => shown ?? printed?.replaceAll('\r', '')),
  );
  expect(steps.filter(({ shown }) => shown !== null).length).toBeGreaterThanOrEqual(5);
});
