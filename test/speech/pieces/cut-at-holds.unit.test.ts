import { expect, it } from 'vitest';
import { cutPieces } from '../../../src/speech/pieces/cut-pieces.js';

const LABELS = { maxPieceMs: 3_600_000, diarizesMono: true, carriesSpeakers: false, timesSegments: true };
const SPEECH = [
  { startMs: 0, endMs: 20_000 },
  // After a hold of 90 s.
  { startMs: 110_000, endMs: 130_000 },
  // After one of five minutes.
  { startMs: 430_000, endMs: 440_000 },
];

it.each([
  ['stays within a mono recording whose speakers would be labelled again after it', null, {}, [0, 430_000]],
  ['ends a piece where speakers are recognised after it', null, { carriesSpeakers: true }, [0, 110_000, 430_000]],
  ['ends a piece where no speakers are labelled', null, { diarizesMono: false }, [0, 110_000, 430_000]],
  ['ends a piece of a channel', 0, {}, [0, 110_000, 430_000]],
] as const)('a hold %s', (_, channel, changes, starts) => {
  const tracks = [{ channel, file: 'mono.pcm', speech: SPEECH }];
  expect(cutPieces(tracks, { ...LABELS, ...changes }).map(({ startMs }) => startMs)).toEqual(starts);
});
