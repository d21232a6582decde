import { describe, expect, it } from 'vitest';
import { type ProfileNode, sharesOf } from '../../../bench/measure/profile-shares.mjs';

const node = (id: number, functionName: string, url: string, children: number[] = []): ProfileNode => ({
  id,
  callFrame: { functionName, url, lineNumber: 8 },
  children,
});

/** The service calls a package, which calls the service again, which lets V8 collect garbage; then the process waits. */
const PROFILE = {
  nodes: [
    node(1, '(root)', '', [2, 6]),
    node(2, 'read', 'file:///home/me/app/dist/src/calls/reader.js', [3]),
    node(3, 'query', 'file:///home/me/app/node_modules/@scope/pg/lib/query.js', [4]),
    node(4, 'parse', 'file:///home/me/app/dist/src/calls/reader.js', [5]),
    node(5, '(garbage collector)', ''),
    node(6, '(idle)', ''),
  ],
  samples: [2, 3, 4, 5, 6],
  timeDeltas: [1_000, 2_000, 4_000, 1_000, 50_000],
};

describe('the shares of a profile', () => {
  it('adds up the time of a module itself, and of all that it calls once', () => {
    const { busyMs, rows } = sharesOf([PROFILE, PROFILE], 'module');
    expect(busyMs, 'ms that the process was busy').toBe(16);
    expect(rows).toEqual([
      { name: 'src/calls/reader.js', selfMs: 10, totalMs: 16 },
      { name: '@scope/pg', selfMs: 4, totalMs: 14 },
      { name: 'V8: (garbage collector)', selfMs: 2, totalMs: 2 },
    ]);
  });

  it('names all modules of the service together, or each function', () => {
    expect(sharesOf([PROFILE], 'package').rows[0]).toEqual({ name: 'the service', selfMs: 5, totalMs: 8 });
    expect(sharesOf([PROFILE], 'function').rows[0]?.name).toBe('parse src/calls/reader.js:9');
    expect(sharesOf([PROFILE], 'function').rows, 'functions of the profile').toHaveLength(4);
  });
});
