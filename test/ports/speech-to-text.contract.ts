// The cases that every implementation of SpeechToText must pass. The test file of each adapter registers them.
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ProviderError } from '../../src/ports/provider-error.js';
import type { PieceTranscript, SpeechPiece, SpeechToText, TranscribeOptions } from '../../src/ports/speech-to-text.js';

/** An engine and the piece that it is given. */
export interface Transcription {
  readonly engine: SpeechToText;
  readonly piece: SpeechPiece;
  readonly scratchDir: string;
  /** Default null. */
  readonly language?: string;
}

export interface SpeechToTextSetup {
  /** Null for an engine that fails every piece. */
  readonly working: WorkingEngineSetup | null;
  readonly failures: readonly TranscriptionFailure[];
  /** Keys and provider texts that no error message may hold. Paths are checked in any case. */
  readonly secrets: readonly string[];
  /** An engine that cannot be used until an operator acts; null for one that can always be used. */
  readonly unusable: (() => Promise<SpeechToText>) | null;
}

export interface WorkingEngineSetup {
  /** A piece in which the engine hears words. */
  speech(): Promise<Transcription>;
  /** A piece in which the engine hears no words; null for an engine that always hears some. */
  readonly silence: (() => Promise<Transcription>) | null;
  /**
   * An engine that never finishes the piece. `started` resolves once the engine works on it. Null for one that answers within
   * a turn of the event loop.
   */
  readonly stuck: (() => Promise<Transcription & { started(): Promise<unknown> }>) | null;
}

export interface TranscriptionFailure {
  readonly what: string;
  readonly retryable: boolean;
  transcription(): Promise<Transcription>;
}

export function describeSpeechToText(name: string, { working, failures, secrets, unusable }: SpeechToTextSetup): void {
  describe(`the contract of SpeechToText: ${name}`, () => {
    if (working !== null) {
      describeEngineFacts(async () => (await working.speech()).engine);
      describeTranscripts(working);
      describeAborts(working);
    } else if (unusable !== null) {
      describeEngineFacts(unusable);
    }

    it.each(failures)('reports as a ProviderError: $what', async ({ retryable, transcription }) => {
      const given = await transcription();
      const error = await transcribe(given).then(
        () => expect.fail('the piece was transcribed'),
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(ProviderError);
      expect(error).toMatchObject({ retryable });
      expectForClients(String(error), [...secrets, given.scratchDir, given.piece.pcmPath]);
    });

    if (unusable === null) return;
    it('rejects the check of an unusable engine with one sentence for the operator', async () => {
      const engine = await unusable();
      const error = await engine.check().then(
        () => expect.fail('the engine can be used'),
        (reason: unknown) => reason,
      );
      expect(error).toBeInstanceOf(Error);
      expectForClients(error instanceof Error ? error.message : '', secrets);
    });
  });
}

function describeEngineFacts(make: () => Promise<SpeechToText>): void {
  it('has a name, a grade and possible capabilities', async () => {
    const { engine, capabilities } = await make();
    expect(engine.name).toMatch(/^[\w:.-]+$/);
    expect(['production', 'local', 'demo']).toContain(engine.grade);
    expect(engine.accuracy).toMatch(/^[A-Z].*\.$/);
    expect(Number.isSafeInteger(capabilities.maxPieceMs)).toBe(true);
    expect(capabilities.maxPieceMs).toBeGreaterThan(10_000);
    // Only an engine that labels voices can recognise them in the next piece.
    expect(capabilities.carriesSpeakers && !capabilities.diarizesMono).toBe(false);
  });
}

function describeTranscripts({ speech, silence }: WorkingEngineSetup): void {
  it('gives ordered segments within the piece, with the times of the recording', async () => {
    const given = await speech();
    const transcript = await transcribe(given);
    expectTranscriptOf(transcript, given.piece);
    expect(transcript.segments.length).toBeGreaterThan(0);
    const spoken = transcript.segments.filter(({ startMs, endMs }) =>
      given.piece.speech.some((span) => startMs < span.endMs && endMs > span.startMs),
    );
    expect(spoken).toEqual(transcript.segments);
  });

  it('resolves the check of a usable engine', async () => {
    const { engine } = await speech();
    await expect(engine.check()).resolves.toBeUndefined();
  });

  if (silence === null) return;
  it('gives no segments where no words were said', async () => {
    const given = await silence();
    const transcript = await transcribe(given);
    expect(transcript.segments).toEqual([]);
    expectTranscriptOf(transcript, given.piece);
  });
}

function describeAborts({ speech, stuck }: WorkingEngineSetup): void {
  it("rejects with the signal's reason when it was aborted before", async () => {
    const reason = new Error('aborted before');
    await expect(transcribe(await speech(), AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  if (stuck === null) return;
  it("rejects with the signal's reason when it is aborted in the middle", async () => {
    const given = await stuck();
    const controller = new AbortController();
    const transcribing = transcribe(given, controller.signal);
    await Promise.race([given.started(), transcribing]);
    const reason = new Error('aborted in the middle');
    controller.abort(reason);
    await expect(transcribing).rejects.toBe(reason);
  });
}

async function transcribe(
  { engine, piece, scratchDir, language }: Transcription,
  signal = new AbortController().signal,
): Promise<PieceTranscript> {
  const options: TranscribeOptions = { language: language ?? null, voices: [], spot: [], scratchDir, signal };
  return engine.transcribe(piece, options);
}

const confidence = z.number().min(0).max(1).nullable();
const trimmed = z.string().regex(/^\S(?:[^\0\p{Surrogate}]*\S)?$/u);
const time = z.int().nonnegative();
const transcriptShape = z.strictObject({
  segments: z.array(
    z.strictObject({
      speaker: z.string().min(1).nullable(),
      startMs: time,
      endMs: time,
      text: trimmed,
      confidence,
      words: z.array(z.strictObject({ text: trimmed, startMs: time, endMs: time, confidence })).nullable(),
    }),
  ),
  language: z
    .string()
    .regex(/^[a-z]{2}$/)
    .nullable(),
  spotted: z.array(z.strictObject({ phrase: trimmed, startMs: time, endMs: time })),
  providerSeconds: z.number().nonnegative().nullable(),
});

/**
 * Fails unless the transcript has the port's shape, lies within the piece, survives its storage as JSON and has confidences
 * that tell something, or none.
 */
export function expectTranscriptOf(transcript: PieceTranscript, piece: SpeechPiece): void {
  expect(transcriptShape.parse(transcript)).toEqual(transcript);
  expect(JSON.parse(JSON.stringify(transcript))).toEqual(transcript);
  const ofWords = transcript.segments.flatMap(({ words }) => words ?? []).map((word) => word.confidence);
  const rated = ofWords.some((each) => each !== null);
  expectInforming(rated ? ofWords : transcript.segments.map((segment) => segment.confidence));
  let last = piece.startMs;
  for (const { startMs, endMs, words } of transcript.segments) {
    expect(startMs).toBeGreaterThanOrEqual(last);
    expectWithin({ startMs, endMs }, piece);
    for (const word of words ?? []) expectWithin(word, piece);
    last = startMs;
  }
}

/** Probabilities that are the same throughout tell nothing: an adapter gives null instead. */
function expectInforming(confidences: readonly (number | null)[]): void {
  const given = confidences.filter((each) => each !== null);
  const constant = new Set(given).size === 1 && (given.length > 1 || given[0] === 1);
  expect(constant, `a confidence of ${given[0]} throughout`).toBe(false);
}

function expectWithin(span: { readonly startMs: number; readonly endMs: number }, piece: SpeechPiece): void {
  expect(span.startMs).toBeGreaterThanOrEqual(piece.startMs);
  expect(span.endMs).toBeGreaterThanOrEqual(span.startMs);
  expect(span.endMs).toBeLessThanOrEqual(piece.endMs);
}

function expectForClients(sentence: string, forbidden: readonly string[]): void {
  expect(sentence).toMatch(/^\S[^\n]*$/);
  for (const text of forbidden) expect(sentence).not.toContain(text);
}
