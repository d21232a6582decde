import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SpeechCapabilities } from '../../../src/ports/speech-to-text.js';
import type { SpeechSpan } from '../../../src/ports/transcript.js';
import { cutPieces, leftToHear, type SpeechTrack, selectSample } from '../../../src/speech/pieces/cut-pieces.js';

const MINUTE_MS = 60_000;
const timing: SpeechCapabilities = {
  maxPieceMs: 4 * MINUTE_MS,
  diarizesMono: false,
  carriesSpeakers: false,
  timesSegments: true,
};
const untimed: SpeechCapabilities = { ...timing, timesSegments: false };

function mono(...speech: [number, number][]): SpeechTrack[] {
  return [{ channel: null, file: 'mono.pcm', speech: speech.map(([startMs, endMs]) => ({ startMs, endMs })) }];
}

function bounds(tracks: readonly SpeechTrack[], capabilities: SpeechCapabilities): [number, number][] {
  return cutPieces(tracks, capabilities).map(({ startMs, endMs }) => [startMs, endMs]);
}

/** Joins touching spans, so that speech can be compared however it was cut. */
function joinTouching(spans: readonly SpeechSpan[]): SpeechSpan[] {
  const whole: SpeechSpan[] = [];
  for (const { startMs, endMs } of spans) {
    const last = whole.at(-1);
    if (last !== undefined && last.endMs === startMs) whole[whole.length - 1] = { startMs: last.startMs, endMs };
    else whole.push({ startMs, endMs });
  }
  return whole;
}

describe('for an engine that times its segments', () => {
  it('a short recording is one piece, without the silence around it', () => {
    expect(cutPieces(mono([1000, 3000], [5000, 9000]), timing)).toEqual([
      {
        channel: null,
        file: 'mono.pcm',
        startMs: 1000,
        endMs: 9000,
        speech: [
          { startMs: 1000, endMs: 3000 },
          { startMs: 5000, endMs: 9000 },
        ],
      },
    ]);
  });

  it('the cut is in the last good pause that fits', () => {
    const tracks = mono([0, 100_000], [101_000, 200_000], [200_500, 230_000], [230_100, 290_000]);
    expect(bounds(tracks, timing)).toEqual([
      [0, 200_000],
      [200_500, 290_000],
    ]);
  });

  it('without a good pause, the cut is in the longest pause of the second half', () => {
    const tracks = mono([0, 100_000], [100_050, 150_000], [150_200, 230_000], [230_010, 290_000]);
    expect(bounds(tracks, timing)[0]).toEqual([0, 150_000]);
  });

  it.each<[string, [number, number][], number]>([
    [
      'the last pause of 300 ms, not in a longer one before',
      [
        [10_000, 150_000],
        [151_000, 210_000],
        [210_300, 230_000],
        [230_100, 290_000],
      ],
      210_000,
    ],
    [
      'a longer one before, where the last has less than 300 ms',
      [
        [10_000, 150_000],
        [151_000, 210_000],
        [210_299, 230_000],
        [230_100, 290_000],
      ],
      150_000,
    ],
    [
      'the second half, where the first has a good pause',
      [
        [10_000, 50_000],
        [51_000, 150_000],
        [150_100, 230_000],
        [230_010, 290_000],
      ],
      150_000,
    ],
    [
      'the second half, where the first has a longer pause',
      [
        [10_000, 50_000],
        [50_250, 150_000],
        [150_200, 230_000],
        [230_010, 290_000],
      ],
      150_000,
    ],
    [
      'a good pause in the very middle',
      [
        [10_000, 100_000],
        [100_300, 190_000],
        [190_200, 250_001],
      ],
      100_000,
    ],
    [
      'the later of two equal pauses',
      [
        [10_000, 150_000],
        [150_200, 200_000],
        [200_200, 230_000],
        [230_010, 290_000],
      ],
      200_000,
    ],
    [
      'the last place, where nothing pauses',
      [
        [10_000, 150_000],
        [150_000, 230_000],
        [230_000, 290_000],
      ],
      230_000,
    ],
  ])('the cut is in %s', (where, speech, endMs) => {
    for (const laterMs of [0, 60 * MINUTE_MS]) {
      const later = speech.map(([fromMs, toMs]): [number, number] => [fromMs + laterMs, toMs + laterMs]);
      const fault = `The cut is not in ${where}, ${laterMs} ms later`;
      expect(bounds(mono(...later), timing)[0], fault).toEqual([10_000 + laterMs, endMs + laterMs]);
    }
  });

  it('a piece is as long as the engine takes, and no longer', () => {
    expect(bounds(mono([0, 100_000], [100_400, 240_000]), timing), 'A piece that the engine takes is cut').toHaveLength(
      1,
    );
    expect(
      bounds(mono([0, 100_000], [100_400, 240_001]), timing),
      'A piece is longer than the engine takes',
    ).toHaveLength(2);
    expect(bounds(mono([1000, 481_001]), timing), 'Speech without a pause is not cut into equal parts').toEqual([
      [1000, 161_000],
      [161_000, 321_000],
      [321_000, 481_001],
    ]);
  });

  it('a pause of 30 s ends a piece, and a shorter one does not', () => {
    expect(bounds(mono([0, 10_000], [40_000, 50_000]), timing), 'Pieces are joined over a pause of 30 s').toHaveLength(
      2,
    );
    expect(bounds(mono([0, 10_000], [39_999, 50_000]), timing), 'A pause of less than 30 s ends a piece').toHaveLength(
      1,
    );
  });

  it('a long hold is not sent', () => {
    expect(bounds(mono([0, 10_000], [55_000, 60_000]), timing)).toEqual([
      [0, 10_000],
      [55_000, 60_000],
    ]);
  });
});

describe('for an engine without times', () => {
  it('a piece is one turn', () => {
    expect(bounds(mono([0, 2000], [2500, 4000], [4800, 6000]), untimed)).toEqual([
      [0, 4000],
      [4800, 6000],
    ]);
  });

  it('a pause of 700 ms ends a turn, and a shorter one does not', () => {
    expect(bounds(mono([0, 2000], [2700, 4000]), untimed), 'Turns are joined over a pause of 700 ms').toHaveLength(2);
    expect(bounds(mono([0, 2000], [2699, 4000]), untimed), 'A pause of less than 700 ms ends a turn').toHaveLength(1);
  });

  it('a turn has at most 25 s, or what the engine takes', () => {
    expect(bounds(mono([0, 20_000], [20_500, 25_000]), untimed), 'A turn of 25 s is cut').toHaveLength(1);
    expect(bounds(mono([0, 20_000], [20_500, 25_001]), untimed), 'A turn is longer than 25 s').toHaveLength(2);
    expect(
      bounds(mono([0, 9000], [9500, 11_000]), { ...untimed, maxPieceMs: 10_000 }),
      'A turn is longer than the engine takes',
    ).toHaveLength(2);
  });

  it('a piece is never longer than 25 s', () => {
    const spans = Array.from({ length: 20 }, (_, i): [number, number] => [i * 5000, i * 5000 + 4800]);
    for (const [startMs, endMs] of bounds(mono(...spans), untimed)) expect(endMs - startMs).toBeLessThanOrEqual(25_000);
  });
});

it('cuts channels independently and returns pieces ascending by start', () => {
  const pieces = cutPieces(
    [
      {
        channel: 0,
        file: 'channel-0.pcm',
        speech: [
          { startMs: 0, endMs: 2000 },
          { startMs: 9000, endMs: 9500 },
        ],
      },
      { channel: 1, file: 'channel-1.pcm', speech: [{ startMs: 2500, endMs: 8000 }] },
    ],
    untimed,
  );
  expect(pieces.map(({ channel, file, startMs }) => [channel, file, startMs])).toEqual([
    [0, 'channel-0.pcm', 0],
    [1, 'channel-1.pcm', 2500],
    [0, 'channel-0.pcm', 9000],
  ]);
});

it('gives no pieces without speech', () => {
  expect(cutPieces(mono(), timing)).toEqual([]);
});

it("keeps all speech once, within the engine's limit, for any speech and any engine", () => {
  const speech = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 40_000 }), fc.integer({ min: 10, max: 40_000 })), { maxLength: 60 })
    .map((steps) => {
      let at = 0;
      return steps.map(([gapMs, lengthMs], index): SpeechSpan => {
        // Every third span touches the previous one, as the parts of a split utterance do.
        const startMs = at + (index % 3 === 0 ? 0 : gapMs);
        at = startMs + lengthMs;
        return { startMs, endMs: at };
      });
    });
  const engine = fc.record({
    maxPieceMs: fc.integer({ min: 5000, max: 300_000 }),
    timesSegments: fc.boolean(),
    diarizesMono: fc.boolean(),
    carriesSpeakers: fc.boolean(),
  });
  fc.assert(
    fc.property(speech, speech, engine, (left, right, capabilities) => {
      const tracks = [left, right].map((spans, channel) => ({
        channel,
        file: `channel-${channel}.pcm`,
        speech: spans,
      }));
      const pieces = cutPieces(tracks, capabilities);
      for (const track of tracks) {
        const own = pieces.filter(({ channel }) => channel === track.channel);
        expect(joinTouching(own.flatMap((piece) => piece.speech))).toEqual(joinTouching(track.speech));
        for (const [index, piece] of own.entries()) {
          expect(piece.endMs - piece.startMs).toBeLessThanOrEqual(capabilities.maxPieceMs);
          expect(piece.endMs).toBeGreaterThan(piece.startMs);
          expect(piece.startMs).toBe(piece.speech[0]?.startMs);
          expect(piece.endMs).toBe(piece.speech.at(-1)?.endMs);
          expect(piece.startMs).toBeGreaterThanOrEqual(own[index - 1]?.endMs ?? 0);
        }
      }
      const starts = pieces.map(({ startMs }) => startMs);
      expect(starts).toEqual([...starts].sort((a, b) => a - b));
    }),
    { numRuns: 300 },
  );
});

describe('the sample that an engine is asked about', () => {
  it('is the first speech that is long enough for words, on whichever channel', () => {
    const tracks: SpeechTrack[] = [
      { channel: 0, file: 'channel-0.pcm', speech: [{ startMs: 9_000, endMs: 15_000 }] },
      {
        channel: 1,
        file: 'channel-1.pcm',
        speech: [
          { startMs: 500, endMs: 900 },
          { startMs: 3_000, endMs: 5_000 },
        ],
      },
    ];
    expect(selectSample(tracks)).toEqual({
      channel: 1,
      file: 'channel-1.pcm',
      startMs: 3_000,
      endMs: 5_000,
      speech: [{ startMs: 3_000, endMs: 5_000 }],
    });
  });

  it('is ten seconds of longer speech, and the longest where all are short', () => {
    expect(selectSample(mono([2_000, 60_000]))).toMatchObject({ startMs: 2_000, endMs: 12_000 });
    expect(selectSample(mono([100, 400], [1_000, 2_900], [4_000, 4_500]))).toMatchObject({ startMs: 1_000 });
  });

  it('is no cough, however late it comes', () => {
    expect(selectSample(mono([2_500, 2_700], [4_000, 6_500]))).toMatchObject({ startMs: 4_000 });
  });

  it('is null without speech', () => {
    expect(selectSample([])).toBeNull();
    expect(selectSample(mono())).toBeNull();
  });
});

describe('what is left to hear', () => {
  const piece = (startMs: number, endMs: number, channel: number | null = null) => ({ channel, startMs, endMs });
  const left = (tracks: readonly SpeechTrack[], heard: readonly ReturnType<typeof piece>[]) =>
    leftToHear(tracks, heard).map(({ channel, speech }) => [
      channel,
      ...speech.map((span) => [span.startMs, span.endMs]),
    ]);

  it('is before, between and behind what is heard, in whatever order that was heard', () => {
    const tracks = mono([0, 1000], [2000, 3000], [4000, 5000], [6000, 7000], [8000, 9000]);
    expect(left(tracks, [piece(6000, 7000), piece(2000, 3000)])).toEqual([
      [null, [0, 1000]],
      [null, [4000, 5000]],
      [null, [8000, 9000]],
    ]);
    expect(left(tracks, [piece(0, 3000), piece(6000, 9000)])).toEqual([[null, [4000, 5000]]]);
    expect(left(tracks, [])).toEqual([[null, ...tracks[0]!.speech.map((span) => [span.startMs, span.endMs])]]);
  });

  it('is not less on one channel for what is heard on the other', () => {
    const tracks = [0, 1].map((channel) => ({ channel, file: '', speech: [{ startMs: 0, endMs: 5000 }] }));
    expect(left(tracks, [piece(0, 5000, 1)])).toEqual([[0, [0, 5000]]]);
  });

  it('spans nothing that was heard in a pause of the track', () => {
    expect(left(mono([0, 1000], [5000, 6000]), [piece(2000, 3000)])).toEqual([
      [null, [0, 1000]],
      [null, [5000, 6000]],
    ]);
  });

  it('of speech that was cut is at least 400 ms, and of speech that was not is all', () => {
    expect(left(mono([0, 10_000]), [piece(400, 9600)])).toEqual([
      [null, [0, 400]],
      [null, [9600, 10_000]],
    ]);
    expect(left(mono([0, 10_000]), [piece(399, 9601)]), 'Leavings that engines refuse are kept').toEqual([]);
    expect(left(mono([0, 200], [1000, 9000]), [piece(1000, 9000)]), 'Short speech is lost').toEqual([[null, [0, 200]]]);
  });

  it('is nothing of a silent track', () => {
    expect(left(mono(), [piece(0, 1000)])).toEqual([]);
  });
});

it('what is left to hear and what is heard are together all speech, and do not overlap', () => {
  const speech = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 4000 }), fc.integer({ min: 500, max: 9000 })), {
      minLength: 1,
      maxLength: 30,
    })
    .map((steps) => {
      let at = 0;
      return steps.map(([gapMs, lengthMs]) => {
        const startMs = at + gapMs;
        at = startMs + lengthMs;
        return { startMs, endMs: at };
      });
    });
  const engine = (timesSegments: boolean, maxPieceMs: number) => ({
    ...{ maxPieceMs, timesSegments },
    ...{ diarizesMono: false, carriesSpeakers: false },
  });
  fc.assert(
    fc.property(
      speech,
      fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
      fc.boolean(),
      (spans, kept, timed) => {
        const track = { channel: null, file: 'track.pcm', speech: spans };
        const heard = cutPieces([track], engine(timed, 30_000)).filter((_, at) => kept[at % 60]);
        const rest = cutPieces(leftToHear([track], heard), engine(!timed, 12_000));
        const all = [...heard, ...rest].sort((a, b) => a.startMs - b.startMs);
        expect(
          all.filter(({ startMs }, at) => at > 0 && startMs < (all[at - 1]?.endMs ?? 0)),
          'pieces that begin before the last has ended',
        ).toEqual([]);
        const lengthOf = (parts: readonly { startMs: number; endMs: number }[]) =>
          parts.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
        expect(lengthOf(all.flatMap((piece) => piece.speech))).toBe(lengthOf(spans));
      },
    ),
    { numRuns: 300 },
  );
});
