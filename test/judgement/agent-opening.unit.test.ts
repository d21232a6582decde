import { describe, expect, it } from 'vitest';
import { openingSegments } from '../../src/judgement/agent-opening.js';
import type { Speaker } from '../../src/ports/transcript.js';
import { segmentsOf } from '../support/audio/segments.js';

/** The opening's segment ids in a call of these speakers, each of whom says three words; the first begins at `fromMs`. */
function opening(speakers: readonly Speaker[], { fromMs = 0, pauseMs = 500 } = {}): number[] {
  const lines = speakers.map((speaker) => [speaker, 'some spoken words'] as const);
  const segments = segmentsOf(lines, { pauseMs });
  return [
    ...openingSegments(
      segments.map((segment) => ({ ...segment, startMs: segment.startMs + fromMs, endMs: segment.endMs + fromMs })),
    ),
  ];
}

describe("the agent's opening", () => {
  it('is the first two turns of the agent, each of any number of segments', () => {
    expect(opening(['agent', 'agent', 'customer', 'agent', 'agent', 'customer', 'agent'])).toEqual([0, 1, 3, 4]);
    expect(opening(['customer', 'agent', 'customer'])).toEqual([1]);
  });

  it('ends with what begins within 90 s', () => {
    expect(opening(['agent', 'customer', 'agent'], { pauseMs: 44_000 })).toEqual([0, 2]);
    expect(opening(['agent', 'customer', 'agent'], { pauseMs: 44_100 }), 'A turn at 90 s is left out').toEqual([0, 2]);
    expect(opening(['agent', 'customer', 'agent'], { pauseMs: 46_000 })).toEqual([0]);
    expect(opening(['customer', 'customer', 'agent'], { pauseMs: 46_000 })).toEqual([]);
  });

  it('is not known where nothing was recognised for the first 30 s', () => {
    expect(opening(['agent', 'customer'], { fromMs: 30_000 })).toEqual([0]);
    expect(opening(['agent', 'customer'], { fromMs: 30_001 })).toEqual([]);
    expect(openingSegments([])).toEqual(new Set());
    const [silent, spoken] = segmentsOf([
      ['agent', ' … '],
      ['agent', 'Hello there'],
    ]);
    expect(openingSegments([silent!, { ...spoken!, startMs: 30_001 }])).toEqual(new Set());
  });

  it('is not known where a turn without a role comes before its end', () => {
    expect(opening(['speaker_0', 'agent', 'customer'])).toEqual([]);
    expect(opening(['agent', 'speaker_0', 'agent'])).toEqual([]);
    expect(opening(['agent', 'customer', 'agent', 'speaker_0'])).toEqual([0, 2]);
  });
});
