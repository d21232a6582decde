// The correction of a call of ten hours, in the one process that also serves requests: its transcript is never read on the event
// loop. Counted are the large texts that are parsed there, since a time would measure the machine.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Speaker } from '../../src/ports/transcript.js';
import { type CorrectingService, startCorrectingService } from '../support/apps/correcting-service.js';
import { segmentsOf } from '../support/audio/segments.js';

const SEGMENTS = 20_000;
const MAX_PARSED_CHARACTERS = 200_000;

let at: CorrectingService;

beforeAll(async () => {
  at = await startCorrectingService();
});
afterAll(async () => {
  await at?.close();
});

/** Lengths of the large texts that are parsed on this thread meanwhile. */
async function largeTextsParsed(during: () => Promise<void>): Promise<number[]> {
  const parse = JSON.parse;
  const lengths: number[] = [];
  JSON.parse = (text: string, ...rest) => {
    if (text.length > MAX_PARSED_CHARACTERS) lengths.push(text.length);
    return parse(text, ...rest);
  };
  try {
    await during();
  } finally {
    JSON.parse = parse;
  }
  return lengths;
}

it('corrects a call of ten hours, with a thousand edits, in a thread', async () => {
  const lines = Array.from({ length: SEGMENTS }, (_, n): [Speaker, string] => [
    n % 2 === 0 ? 'agent' : 'customer',
    `This is turn ${n} of a call that takes all day, and nothing is said in it.`,
  ]);
  const segments = segmentsOf(lines, { pauseMs: 1_500, words: true, confidence: 0.9 });
  const diarization = { method: 'channel', roleConfidence: 0.9 } as const;
  const call = await at.store({ transcript: { segments, language: 'en', diarization, spotted: [] } });
  const edits = Array.from({ length: 1_000 }, (_, n) => ({ id: 20 * n, text: `An edit of turn ${20 * n}.` }));

  const parsed = await largeTextsParsed(async () => {
    const refused = await at.correct(call, { segments: [{ id: SEGMENTS, text: 'x' }] });
    await expect(refused).toAnswer(422);
    const taken = await at.correct(call, { swap_roles: true, segments: edits });
    await expect(taken).toAnswer(201);
    expect(await at.settled(call, taken.body.id)).toMatchObject({ status: 'completed', edited_segments: 1_000 });
  });
  expect(parsed, 'transcripts that are parsed on the event loop').toEqual([]);

  const { transcript } = (await at.send('GET', `/analysis/${call}`)).body;
  expect(transcript.segments, 'segments of the corrected transcript').toHaveLength(SEGMENTS);
  expect(transcript.segments[20]).toMatchObject({ speaker: 'customer', text: 'An edit of turn 20.', edited: true });
  expect(transcript.segments[21]).toMatchObject({ speaker: 'agent', edited: false });
});
