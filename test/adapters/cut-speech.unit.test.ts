import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutSpeech } from '../../src/adapters/cut-speech.js';

describe('cutting speech for a recogniser', () => {
  it('leaves a short utterance whole, on whole frames', () => {
    expect(cutSpeech({ startMs: 1_234, endMs: 5_678 }, 60_000)).toEqual([{ startMs: 1_230, endMs: 5_680 }]);
  });

  it('covers any utterance without a gap, in parts that are never empty and never too long', () => {
    const span = fc.tuple(fc.nat(10_000_000), fc.integer({ min: 1, max: 1_000_000 }));
    fc.assert(
      fc.property(span, fc.integer({ min: 100, max: 6_000 }), ([startMs, lengthMs], maxSteps) => {
        const maxMs = maxSteps * 10;
        const endMs = startMs + lengthMs;
        const parts = cutSpeech({ startMs, endMs }, maxMs);
        expect(parts[0]?.startMs).toBe(Math.floor(startMs / 10) * 10);
        expect(parts.at(-1)?.endMs).toBe(Math.ceil(endMs / 10) * 10);
        for (const [at, part] of parts.entries()) {
          expect(part.endMs - part.startMs).toBeGreaterThan(0);
          expect(part.endMs - part.startMs).toBeLessThanOrEqual(maxMs);
          if (at > 0) expect(part.startMs).toBe(parts[at - 1]?.endMs);
        }
      }),
    );
  });
});
