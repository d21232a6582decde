import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { VoiceTurn } from '../../../src/ports/voice-separation.js';
import { groupVoiceTurns } from '../../../src/speech/transcript/group-voice-turns.js';

const turn = (startMs: number, endMs: number, voice: 0 | 1): VoiceTurn => ({ startMs, endMs, voice });

describe('turns', () => {
  it('are grouped by voice, across pauses', () => {
    const turns = [turn(0, 900, 1), turn(1500, 2000, 1), turn(2000, 2500, 0), turn(2500, 4000, 1)];
    expect(groupVoiceTurns(turns)).toEqual([turns.slice(0, 2), turns.slice(2, 3), turns.slice(3)]);
    expect(groupVoiceTurns([])).toEqual([]);
  });

  it.each<[string, string, number[]]>([
    ['of 400 ms are a group of their own', 'A900 B400 A900', [1, 1, 1]],
    ['of less join the group before', 'A900 B399 A900', [3]],
    ['of less at the beginning join the group behind', 'A399 B900 A900', [2, 1]],
    ['of less at the beginning join it, and it keeps its voice', 'A399 B900 A100 B900', [4]],
    ['of less that follow each other at the beginning are one group', 'A300 B300 A900', [3]],
    ['of less than 400 ms each are counted together', 'A900 B200 B200', [1, 2]],
  ])('%s', (what, spans, sizes) => {
    const turns = spans
      .split(' ')
      .map((span, at) => turn(at * 1000, at * 1000 + Number(span.slice(1)), span.startsWith('A') ? 0 : 1));
    expect(
      groupVoiceTurns(turns).map((group) => group.length),
      `The rule is broken that turns ${what}`,
    ).toEqual(sizes);
  });

  it('never form a group that is too short for a piece', () => {
    const turns = [turn(0, 50, 0), turn(50, 900, 1), turn(900, 1000, 0), turn(1000, 2000, 1), turn(2500, 3500, 0)];
    expect(groupVoiceTurns(turns)).toEqual([turns.slice(0, 4), turns.slice(4)]);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 10, max: 900 }), fc.constantFrom<0 | 1>(0, 1))), (spans) => {
        const turns = spans.map(([length, voice], index) => turn(index * 1000, index * 1000 + length, voice));
        const runs = groupVoiceTurns(turns);
        expect(runs.flat()).toEqual(turns);
        for (const run of runs.length > 1 ? runs : []) {
          expect(run.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0)).toBeGreaterThanOrEqual(400);
        }
      }),
    );
  });
});
