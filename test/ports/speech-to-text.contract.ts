// The cases that every implementation of SpeechToText must pass. The test file of each adapter registers them.
import { truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ProviderError } from '../../src/ports/provider-error.js';
import type { PieceTranscript, SpeechEngine, SpeechPiece, SpeechToText } from '../../src/ports/speech-to-text.js';
import { isCase, type NoCase } from './no-case.js';
import {
  describeChange,
  describePreparation,
  expectEmpty,
  expectFailure,
  expectForClients,
  never,
  newScratchDir,
  optionsOf,
  type PreparationSetup,
  rejectionOf,
  type StuckTranscription,
  type Transcription,
  type TranscriptionFailure,
} from './speech-to-text-cut.contract.js';

export interface SpeechToTextSetup {
  readonly working: WorkingEngineSetup | NoCase;
  readonly failures: readonly TranscriptionFailure[];
  /** Keys, hosts and provider texts that no error message may hold. Paths are checked in any case. */
  readonly secrets: readonly string[];
  /** An engine that cannot be used until an operator acts. */
  readonly unusable: (() => Promise<SpeechToText>) | NoCase;
}

export interface WorkingEngineSetup {
  /** A piece in which the engine hears words. */
  speech(): Promise<Transcription>;
  /** A piece in which the engine hears no words. */
  readonly silence: (() => Promise<Transcription>) | NoCase;
  /** An engine that works on the piece, and has no answer yet. */
  readonly stuck: (() => Promise<StuckTranscription>) | NoCase;
  /** An engine whose answer has begun and never ends. */
  readonly answering: (() => Promise<StuckTranscription>) | NoCase;
  /** Answers of a provider, a program or a model that no contract has. */
  readonly odd: readonly OddTranscription[] | NoCase;
  /** An engine that hears words in the longest piece that it takes, which the case makes. */
  readonly longest: (() => Promise<Transcription>) | NoCase;
  /** A piece in which the engine hears the first of the voices that it is given, and one that is new. */
  readonly knownVoice: (() => Promise<Transcription>) | NoCase;
  /** A piece in which the first phrase of `spot` is said, and no other. */
  readonly spotting: (() => Promise<Transcription>) | NoCase;
  readonly preparation: PreparationSetup | NoCase;
  /** A piece that is cut for capabilities which the engine turns out not to have. */
  readonly changed: (() => Promise<Transcription>) | NoCase;
}

export interface OddTranscription {
  readonly what: string;
  /** True where the words are there all the same: the call must not fail for the rest. */
  readonly heard: boolean;
  transcription(): Promise<Transcription>;
}

export function describeSpeechToText(name: string, { working, failures, secrets, unusable }: SpeechToTextSetup): void {
  describe(`the contract of SpeechToText: ${name}`, () => {
    if (isCase(working)) {
      describeEngineFacts(async () => (await working.speech()).engine);
      describeTranscripts(working);
      describeOddAnswers(working, secrets);
      describeAborts(working);
      describeWishes(working);
      const { preparation, changed } = working;
      if (isCase(preparation)) describePreparation(preparation, secrets);
      if (isCase(changed)) describeChange(changed);
    } else if (isCase(unusable)) {
      describeEngineFacts(unusable);
    }

    it.each(failures)('reports as a ProviderError: $what', async ({ what, retryable, transcription }) => {
      const given = await transcription();
      const scratchDir = await newScratchDir();
      const transcribing = transcribe(given, never(), scratchDir);
      await expectFailure(transcribing, { what, retryable }, [...secrets, scratchDir, given.piece.pcmPath]);
    });

    if (!isCase(unusable)) return;
    it('rejects the check of an unusable engine with one sentence for the operator', async () => {
      const error = await rejectionOf((await unusable()).check(), 'the check finds nothing wrong');
      expect(error, 'the check rejects with what is no error').toBeInstanceOf(Error);
      expectForClients(error instanceof Error ? error.message : '', secrets);
    });
  });
}

function describeEngineFacts(make: () => Promise<SpeechToText>): void {
  it('has a name, a grade and possible capabilities', async () => {
    const { engine, capabilities } = await make();
    expectSpeechEngine(engine);
    expect(Number.isSafeInteger(capabilities.maxPieceMs), 'no piece can be cut to the longest length').toBe(true);
    expect(capabilities.maxPieceMs, 'pieces are too short to hold an utterance').toBeGreaterThan(10_000);
    const carriesUnlabelled = capabilities.carriesSpeakers && !capabilities.diarizesMono;
    expect(carriesUnlabelled, 'only an engine that labels voices can recognise them in the next piece').toBe(false);
  });
}

/** Fails unless the engine tells clients and operators what they may rely on. */
export function expectSpeechEngine({ name, grade, accuracy, hearing }: SpeechEngine): void {
  expect(name, 'clients cannot read the name of the engine').toMatch(/^[\w:.-]+$/);
  expect(['production', 'local', 'demo'], 'the grade of the engine is none').toContain(grade);
  expect(accuracy, 'the start-up summary needs a sentence').toMatch(/^[A-Z].*\.$/);
  expect(hearing.minScore, 'no probability reaches the least score').toBeLessThanOrEqual(1);
}

function describeTranscripts({ speech, silence }: WorkingEngineSetup): void {
  it('gives ordered segments within the piece, with the times of the recording', async () => {
    const given = await speech();
    const transcript = await transcribe(given);
    expectTranscriptOf(transcript, given.piece);
    expect(transcript.segments.length, 'no words were heard in speech').toBeGreaterThan(0);
    const spoken = transcript.segments.filter(({ startMs, endMs }) =>
      given.piece.speech.some((span) => startMs < span.endMs && endMs > span.startMs),
    );
    expect(spoken, 'words were heard where the pipeline measured no speech').toEqual(transcript.segments);
  });

  it('reports a recording that is not there as a failure that may pass, without its path', async () => {
    const given = await speech();
    const scratchDir = await newScratchDir();
    const piece = { ...given.piece, pcmPath: join(scratchDir, 'missing.pcm') };
    const hearing = transcribe({ ...given, piece }, never(), scratchDir);
    const error = await rejectionOf(hearing, 'words were heard without a recording');
    expect(error, 'a recording that is not there is no failure that the pipeline knows').toBeInstanceOf(ProviderError);
    expect(error, 'a recording that is not there fails the call for good').toMatchObject({ retryable: true });
    expectForClients(String(error), [scratchDir]);
  });

  it('is prepared with a sample of the call before the call is cut', async () => {
    const { engine, piece } = await speech();
    await engine.prepare(piece, await optionsOf());
    const { maxPieceMs } = engine.capabilities;
    expect(Number.isSafeInteger(maxPieceMs), 'the engine cannot say how to cut the call after it was prepared').toBe(
      true,
    );
  });

  it('resolves the check of a usable engine', async () => {
    const { engine } = await speech();
    await expect(engine.check(), 'the service reports a usable engine as not ready').resolves.toBeUndefined();
  });

  if (!isCase(silence)) return;
  it('gives no segments where no words were said', async () => {
    const given = await silence();
    const transcript = await transcribe(given);
    expect(transcript.segments, 'words were heard in silence').toEqual([]);
    expectTranscriptOf(transcript, given.piece);
  });
}

/** What the pipeline asks for beside the words. */
function describeWishes({ speech, longest, knownVoice, spotting }: WorkingEngineSetup): void {
  if (isCase(longest)) {
    it('takes a piece of the greatest length that it names', async () => {
      const given = await longest();
      const endMs = given.engine.capabilities.maxPieceMs;
      const pcmPath = join(await newScratchDir(), 'longest.pcm');
      await writeFile(pcmPath, '');
      // Without data: the file takes no room on the disk.
      await truncate(pcmPath, 32 * endMs);
      const piece = { ...given.piece, startMs: 0, endMs, pcmPath, speech: [{ startMs: 0, endMs }] };
      const transcript = await transcribe({ ...given, piece });
      expectTranscriptOf(transcript, piece);
      expect(transcript.segments.length, 'no words were heard').toBeGreaterThan(0);
    });
  }

  if (isCase(knownVoice)) {
    it('gives a voice that it knows the label of the earlier pieces, and a new voice a new one', async () => {
      const given = await knownVoice();
      const transcript = await transcribe(given);
      expectTranscriptOf(transcript, given.piece);
      const known = (given.voices ?? []).map(({ label }) => label);
      const labels = new Set(transcript.segments.map(({ speaker }) => speaker));
      expect(labels, 'a voice of an earlier piece is not recognised').toContain(known[0]);
      const unknown = [...labels].filter((label) => label === null || !known.includes(label));
      expect(unknown, 'a new voice has no label, or that of a known one').toEqual([expect.any(String)]);
    });
  }

  if (isCase(spotting)) {
    it('finds a phrase where it was said, and gives it as it was asked for', async () => {
      const given = await spotting();
      const transcript = await transcribe(given);
      expectTranscriptOf(transcript, given.piece);
      expect(
        transcript.spotted.map(({ phrase }) => phrase),
        'phrases that were found',
      ).toEqual(given.spot?.slice(0, 1));
    });
  } else {
    it('hears the same when it is asked for phrases that it cannot spot', async () => {
      const given = await speech();
      const asked = await transcribe({ ...given, spot: ['this call is recorded'] });
      expect(asked, 'the phrases change what is heard').toEqual({ ...(await transcribe(given)), spotted: [] });
    });
  }
}

function describeOddAnswers({ odd }: WorkingEngineSetup, secrets: readonly string[]): void {
  if (!isCase(odd)) return;
  it.each(odd)('reads an odd answer as a transcript of the port, or refuses it: $what', async (each) => {
    const given = await each.transcription();
    const scratchDir = await newScratchDir();
    const outcome = await transcribe(given, never(), scratchDir).catch((error: unknown) => error);
    if (!(outcome instanceof Error)) return expectTranscriptOf(outcome as PieceTranscript, given.piece);
    expect(each.heard, `the call fails although its words were heard: ${outcome.message}`).toBe(false);
    expect(outcome, `an odd answer fails the call without a reason for the client: ${outcome}`).toBeInstanceOf(
      ProviderError,
    );
    expectForClients(String(outcome), [...secrets, scratchDir, given.piece.pcmPath]);
  });
}

function describeAborts({ speech, stuck, answering }: WorkingEngineSetup): void {
  it("rejects with the signal's reason when it was aborted before", async () => {
    const reason = new Error('aborted before');
    const transcribing = transcribe(await speech(), AbortSignal.abort(reason));
    await expect(transcribing, 'a call that was given up is transcribed').rejects.toBe(reason);
  });

  it('hears the next piece while the signal of the one before aborts', async () => {
    const given = await speech();
    const before = new AbortController();
    const transcript = await transcribe(given, before.signal);
    const next = transcribe(given);
    before.abort(new Error('aborted after'));
    expect(await next, 'the abort of a piece that was heard changes the next one').toEqual(transcript);
  });

  for (const [when, prepare] of [
    ['while the engine works', stuck],
    ['after the answer has begun', answering],
  ] as const) {
    if (!isCase(prepare)) continue;
    it(`rejects with the signal's reason when it is aborted ${when}`, async () => {
      const given = await prepare();
      const controller = new AbortController();
      const transcribing = transcribe(given, controller.signal);
      await Promise.race([given.started(), transcribing]);
      const reason = new Error('aborted in the middle');
      controller.abort(reason);
      await expect(transcribing, 'a call that was given up goes on, or ends with another error').rejects.toBe(reason);
    });
  }
}

/** Transcribes in a scratch folder of its own, and fails where the engine leaves a file there. */
async function transcribe(given: Transcription, signal = never(), scratchDir?: string): Promise<PieceTranscript> {
  const { language = null, voices = [], spot = [] } = given;
  const options = await optionsOf({ language, voices, spot, signal, ...(scratchDir && { scratchDir }) });
  const outcome = await given.engine.transcribe(given.piece, options).then(
    (transcript) => () => transcript,
    (error: unknown) => () => {
      throw error;
    },
  );
  await expectEmpty(options.scratchDir);
  const transcript = outcome();
  const unasked = transcript.spotted.filter(({ phrase }) => !spot.includes(phrase));
  expect(unasked, 'phrases that were found and not searched for').toEqual([]);
  return transcript;
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
  tokens: z.strictObject({ inputTokens: z.int().nonnegative(), outputTokens: z.int().nonnegative() }).optional(),
});

/**
 * Fails unless the transcript has the port's shape, lies within the piece, survives its storage as JSON and has confidences
 * that tell something, or none.
 */
export function expectTranscriptOf(transcript: PieceTranscript, piece: SpeechPiece): void {
  const faults = transcriptShape.safeParse(transcript).error?.issues ?? [];
  const named = faults.map(({ path, message }) => `${path.join('.')}: ${message}`);
  expect(named, 'the transcript does not have the shape of the port').toEqual([]);
  expect(JSON.parse(JSON.stringify(transcript)), 'the checkpoint changes the transcript').toEqual(transcript);
  const ofWords = transcript.segments.flatMap(({ words }) => words ?? []).map((word) => word.confidence);
  const rated = ofWords.some((each) => each !== null);
  expectInforming(rated ? ofWords : transcript.segments.map((segment) => segment.confidence));
  for (const phrase of transcript.spotted) expectWithin(phrase, piece);
  let last = piece.startMs;
  for (const { startMs, endMs, words } of transcript.segments) {
    expect(startMs, 'a segment begins before the one before it').toBeGreaterThanOrEqual(last);
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
  expect(span.startMs, 'words begin before the piece').toBeGreaterThanOrEqual(piece.startMs);
  expect(span.endMs, 'words end before they begin').toBeGreaterThanOrEqual(span.startMs);
  expect(span.endMs, 'words end after the piece').toBeLessThanOrEqual(piece.endMs);
}
