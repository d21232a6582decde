// The cases of the contract of SpeechToText about what decides how a call is cut: the preparation, the capabilities that have
// changed, and who speaks when.
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { ProviderError } from '../../src/ports/provider-error.js';
import {
  CapabilitiesChanged,
  type KnownVoice,
  type SpeechPiece,
  type SpeechToText,
  type TranscribeOptions,
  type VoiceTurn,
} from '../../src/ports/speech-to-text.js';
import { isCase, type NoCase } from './no-case.js';

/** An engine, and what it is given. */
export interface Transcription {
  readonly engine: SpeechToText;
  readonly piece: SpeechPiece;
  /** Default null. */
  readonly language?: string;
  /** Default none. */
  readonly voices?: readonly KnownVoice[];
  /** Default none. */
  readonly spot?: readonly string[];
}

/** `started` resolves once the engine is where the case wants it to be aborted. */
export type StuckTranscription = Transcription & { started(): Promise<unknown> };

export interface TranscriptionFailure {
  readonly what: string;
  readonly retryable: boolean;
  transcription(): Promise<Transcription>;
}

export interface PreparationSetup {
  /** An engine that must ask before it knows how a call is to be cut. */
  ready(): Promise<Transcription>;
  /** One whose provider has not answered yet. */
  stuck(): Promise<StuckTranscription>;
  readonly failures: readonly TranscriptionFailure[] | NoCase;
}

export interface SeparationSetup {
  /** A recording of two voices. */
  voices(): Promise<Transcription>;
  stuck(): Promise<StuckTranscription>;
  readonly failures: readonly TranscriptionFailure[];
  /** Answers of a model that no contract has. */
  readonly odd: ReadonlyArray<{ readonly what: string; transcription(): Promise<Transcription> }>;
}

export const never = () => new AbortController().signal;

/** An operation of the port, as a case asks for it. */
type Asking = (given: Transcription, signal: AbortSignal) => Promise<unknown>;

/** In a scratch folder of its own; fails where the engine leaves a file there. */
const prepare: Asking = async ({ engine, piece, language = null }, signal) => {
  const options = await optionsOf({ language, signal });
  await engine.prepare(piece, options).finally(() => expectEmpty(options.scratchDir));
};
const separate: Asking = ({ engine, piece }, signal) =>
  engine.separateVoices({ pcmPath: piece.pcmPath, speech: piece.speech }, signal);

export function describePreparation(
  { ready, stuck, failures }: PreparationSetup,
  secrets: readonly string[] = [],
): void {
  it('gives up a preparation whose signal was aborted before, and is prepared for the next call', async () => {
    const given = await ready();
    await expectAborted(prepare, given);
    await expect(prepare(given, never()), 'the engine is not prepared for the next call').resolves.toBeUndefined();
  });

  it('gives up a preparation in the middle', async () => {
    const given = await stuck();
    await expectAborted(prepare, given, () => given.started());
  });

  if (isCase(failures)) describeFailures('fails the preparation with', prepare, failures, secrets);
}

export function describeChange(changed: () => Promise<Transcription>): void {
  it('has the call cut again where its capabilities have changed, and hears it then', async () => {
    const given = await changed();
    const before = { ...given.engine.capabilities };
    const error = await rejectionOf(
      transcribeOnce(given),
      'the piece is heard although it is cut for other capabilities',
    );
    expect(error, 'the pipeline would not cut the call again').toBeInstanceOf(CapabilitiesChanged);
    expect({ ...given.engine.capabilities }, 'the call would be cut as before').not.toEqual(before);
    await expect(transcribeOnce(given), 'The call is cut again and again').resolves.toBeDefined();
  });
}

const transcribeOnce = async ({ engine, piece }: Transcription) => engine.transcribe(piece, await optionsOf());

export function describeSeparation(
  { voices, stuck, failures, odd }: SeparationSetup,
  secrets: readonly string[] = [],
): void {
  it('tells the two voices of a recording apart', async () => {
    const turns = await separate(await voices(), never());
    expectTurns(turns);
    expect(new Set(turns.map(({ voice }) => voice)), 'voices that were told apart').toEqual(new Set([0, 1]));
  });

  it('gives up a recording whose signal was aborted before, and separates the voices of the next', async () => {
    const given = await voices();
    await expectAborted(separate, given);
    expectTurns(await separate(given, never()));
  });

  it('gives up a recording in the middle of separating its voices', async () => {
    const given = await stuck();
    await expectAborted(separate, given, () => given.started());
  });

  describeFailures('fails the separation of voices with', separate, failures, secrets);

  it.each(odd)('makes turns of the port of an odd answer about voices, or refuses it: $what', async (each) => {
    const outcome = await separate(await each.transcription(), never()).catch((error: unknown) => error);
    if (!(outcome instanceof Error)) return expectTurns(outcome);
    expect(outcome, `an odd answer fails with what is no failure of a provider: ${outcome}`).toBeInstanceOf(
      ProviderError,
    );
    expectForClients(String(outcome), secrets);
  });
}

function describeFailures(
  title: string,
  ask: Asking,
  failures: readonly TranscriptionFailure[],
  secrets: readonly string[],
): void {
  it.each(failures)(`${title} a ProviderError: $what`, async ({ what, retryable, transcription }) => {
    const given = await transcription();
    await expectFailure(ask(given, never()), { what, retryable }, [...secrets, given.piece.pcmPath]);
  });
}

/** @param started when the signal is aborted; before, when left out */
async function expectAborted(ask: Asking, given: Transcription, started?: () => Promise<unknown>): Promise<void> {
  const controller = new AbortController();
  const reason = new Error('aborted');
  if (started === undefined) controller.abort(reason);
  const asked = ask(given, controller.signal);
  if (started !== undefined) await Promise.race([started(), asked]);
  controller.abort(reason);
  await expect(asked, 'a call that was given up goes on, or ends with another error').rejects.toBe(reason);
}

export function expectTurns(turns: unknown): asserts turns is readonly VoiceTurn[] {
  expect(Array.isArray(turns), 'the engine gives no turns').toBe(true);
  let last = 0;
  for (const { startMs, endMs, voice } of turns as readonly VoiceTurn[]) {
    expect(startMs, 'a turn begins before the one before it has ended').toBeGreaterThanOrEqual(last);
    expect(endMs, 'a turn ends before it begins').toBeGreaterThan(startMs);
    expect([0, 1], 'a third voice speaks').toContain(voice);
    last = endMs;
  }
}

/** @param forbidden what the error must not tell */
export async function expectFailure(
  asked: Promise<unknown>,
  { what, retryable }: { readonly what: string; readonly retryable: boolean },
  forbidden: readonly string[],
): Promise<void> {
  const error = await rejectionOf(asked, `${what}, and the engine answered`);
  expect(error, `${what}, and the error is no ProviderError`).toBeInstanceOf(ProviderError);
  expect(error, `${what}, and the pipeline would ${retryable ? 'not ' : ''}try again`).toMatchObject({ retryable });
  expectForClients(String(error), forbidden);
}

export function expectForClients(sentence: string, forbidden: readonly string[]): void {
  expect(sentence, 'the error is not one sentence').toMatch(/^\S[^\n]*$/);
  for (const text of forbidden) expect(sentence, 'the error tells what no client may read').not.toContain(text);
}

export async function expectEmpty(scratchDir: string): Promise<void> {
  expect(await readdir(scratchDir), 'the engine leaves files of a piece behind').toEqual([]);
}

export async function optionsOf(changes: Partial<TranscribeOptions> = {}): Promise<TranscribeOptions> {
  const scratchDir = changes.scratchDir ?? (await newScratchDir());
  return { language: null, voices: [], spot: [], signal: never(), ...changes, scratchDir };
}

export async function newScratchDir(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'scratch-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  return folder;
}

export async function rejectionOf(promise: Promise<unknown>, otherwise: string): Promise<unknown> {
  return promise.then(
    () => expect.fail(otherwise),
    (reason: unknown) => reason,
  );
}
