// Completed calls with a recording, a waveform and the times of words, for those who listen.
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ResultsResponse } from '../../../src/calls/results/analysis-results.response.js';
import type { Segment } from '../../../src/ports/transcript.js';
import type { TestService } from '../apps/running-service.js';
import { concat, silence, voice, wavHeader } from '../audio/audio-fixtures.js';
import { segmentsOf } from '../audio/segments.js';
import { storeCall } from './evaluated-calls.js';
import { CALL_LINES, judge, reportOf, transcriptOf } from './judged-call.js';
import { envelopeOf } from './reported-call.js';

const SAMPLE_RATE = 8_000;
/** The last turn breaks in on the one before it. */
const OVERLAP_MS = 900;

/** Pauses of five seconds, both at once near the end, a violation in the fifth turn and a flag on the third. */
export async function storeListenedCall(service: TestService, accountId: string): Promise<string> {
  const spoken = segmentsOf(CALL_LINES, { words: true, confidence: 0.9 });
  const segments = spoken.map((segment) => (segment.id === spoken.length - 1 ? earlier(segment, spoken) : segment));
  const durationMs = 60_000;
  const sound = concat(
    ...segments
      .slice(0, -1)
      .flatMap(({ id, startMs, endMs, speaker }, index) => [
        silence(startMs - (segments[index - 1]?.endMs ?? 0), SAMPLE_RATE),
        voice(endMs - startMs, { seed: id + 1, pitchHz: speaker === 'agent' ? 110 : 190, sampleRate: SAMPLE_RATE }),
      ]),
  );
  const id = await store(service, accountId, {
    segments,
    durationMs,
    results: flagged(judge(reportOf(), transcriptOf(segments))),
  });
  await writeRecording(service, id, durationMs, Buffer.from(sound.buffer));
  return id;
}

function earlier(segment: Segment, all: readonly Segment[]): Segment {
  const byMs = segment.startMs - (all.at(-2)?.endMs ?? 0) + OVERLAP_MS;
  const words = segment.words?.map((word) => ({ ...word, startMs: word.startMs - byMs, endMs: word.endMs - byMs }));
  return { ...segment, startMs: segment.startMs - byMs, endMs: segment.endMs - byMs, words: words ?? null };
}

function flagged(results: ResultsResponse): ResultsResponse {
  const { compliance, quality } = results;
  const [quoted] = compliance.privacy_protection.citations;
  quality.empathetic_language.flagged = true;
  compliance.violations.push({
    rule: 'pin_asked',
    description: 'Asked for a PIN',
    confidence: 0.9,
    flagged: false,
    citations: quoted ? [quoted] : [],
  } as ResultsResponse['compliance']['violations'][number]);
  return results;
}

const LONG_TURN_MS = 7_200;

/** Ten hours for 5,000 turns. The recording is silent: a file with a hole takes no room. */
export async function storeLongCall(service: TestService, accountId: string, turns: number): Promise<string> {
  const segments = Array.from({ length: turns }, (_, id) => longTurn(id));
  const durationMs = turns * LONG_TURN_MS;
  const id = await store(service, accountId, { segments, durationMs, results: judge(reportOf()) });
  await writeRecording(service, id, durationMs, Buffer.alloc(0));
  return id;
}

function longTurn(id: number): Segment {
  const startMs = id * LONG_TURN_MS;
  const text = `Turn number ${id + 1}: ${'and so they go on about the bill of last month '.repeat(1 + (id % 4))}today.`;
  const words = text.split(' ').map((word, index) => ({
    text: word,
    startMs: startMs + 100 * index,
    endMs: startMs + 100 * (index + 1),
    confidence: 0.9,
  }));
  return {
    id,
    speaker: id % 3 === 0 ? 'agent' : 'customer',
    channel: null,
    startMs,
    endMs: startMs + 100 * words.length,
    text,
    confidence: 0.9,
    words,
  };
}

interface Heard {
  readonly segments: readonly Segment[];
  readonly durationMs: number;
  readonly results: ResultsResponse;
}

async function store(
  { db }: TestService,
  accountId: string,
  { segments, durationMs, results }: Heard,
): Promise<string> {
  const id = await storeCall(db, accountId, { transcript: transcriptOf(segments) });
  const peaks = Array.from({ length: 600 }, (_, pixel) => {
    const atMs = (pixel * durationMs) / 600;
    const isHeard = segments.some(({ startMs, endMs }) => startMs <= atMs && atMs < endMs);
    return isHeard ? 60 + ((pixel * 37) % 140) : 2;
  });
  const envelopes = [{ ...envelopeOf(null, peaks), ms_per_peak: durationMs / 600 }];
  await db.query('UPDATE analysis SET duration_ms = $2, channels = 1 WHERE id = $1', [id, durationMs]);
  await db.query(
    'UPDATE analysis_payload SET envelopes = $2, results = $3, results_summary = $4 WHERE analysis_id = $1',
    [id, JSON.stringify(envelopes), JSON.stringify(results), JSON.stringify(results)],
  );
  return id;
}

async function writeRecording({ dataDir }: TestService, id: string, durationMs: number, sound: Buffer): Promise<void> {
  const path = join(dataDir, 'objects', 'recordings', id);
  const dataBytes = (durationMs * SAMPLE_RATE * 2) / 1000;
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, Buffer.concat([wavHeader({ dataBytes, channels: 1, sampleRate: SAMPLE_RATE }), sound]));
  await truncate(path, 44 + dataBytes);
}
