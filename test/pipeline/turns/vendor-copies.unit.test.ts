import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { afterEach, expect, it, vi } from 'vitest';
import { VendorCopies } from '../../../src/pipeline/turns/vendor-copies.js';
import { ScriptedEngine, UNTIMED } from '../../support/audio/transcribe-pieces-step.js';

afterEach(() => vi.restoreAllMocks());

/** A lease that is free. */
const dataSource = { query: async () => [[{ name: 'vendor-copies' }], 1] } as unknown as DataSource;

function copiesOf(leavesCopies: boolean, sweep: (signal: AbortSignal) => Promise<void>): VendorCopies {
  const engine = Object.assign(new ScriptedEngine('a', UNTIMED), { sweep });
  Object.defineProperty(engine, 'leavesCopies', { value: leavesCopies });
  return new VendorCopies(dataSource, engine);
}

it('has the engine delete what its server keeps, from the start on, and ends that at shutdown', async () => {
  const warned = vi.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
  const signals: AbortSignal[] = [];
  const copies = copiesOf(true, (signal) => {
    signals.push(signal);
    return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  });
  copies.onApplicationBootstrap();
  await expect.poll(() => signals.length).toBe(1);
  await copies.onApplicationShutdown();
  expect(signals[0]?.aborted, 'the round is ended').toBe(true);
  expect(warned, 'warnings of a round that a shutdown ended').not.toHaveBeenCalled();
});

it('tells the operator of a round that failed', async () => {
  const warned = vi.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
  const copies = copiesOf(true, () => Promise.reject(new Error('away')));
  copies.onApplicationBootstrap();
  await expect.poll(() => warned.mock.calls.length).toBe(1);
  await copies.onApplicationShutdown();
});

it('does nothing for an engine whose server keeps nothing', async () => {
  const sweep = vi.fn(async () => undefined);
  const copies = copiesOf(false, sweep);
  copies.onApplicationBootstrap();
  await copies.onApplicationShutdown();
  expect(sweep).not.toHaveBeenCalled();
});
