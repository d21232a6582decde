// The cases of the contract of SpeechToText about what decides how a call is cut: the preparation, and the capabilities that have
// changed.
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

export interface PortFailure {
  readonly what: string;
  readonly retryable: boolean;
}

export interface TranscriptionFailure extends PortFailure {
  transcription(): Promise<Transcription>;
}

export interface PreparationSetup {
  /** An engine that must ask before it knows how a call is to be cut. */
  ready(): Promise<Transcription>;
  /** One whose provider has not answered yet. */
  stuck(): Promise<StuckTranscription>;
  readonly failures: readonly TranscriptionFailure[] | NoCase;
}

export const never = () => new AbortController().signal;

/** An operation of a port, as a case asks for it. */
export type Asking<Given> = (given: Given, signal: AbortSignal) => Promise<unknown>;

/** In a scratch folder of its own; fails where the engine leaves a file there. */
const prepare: Asking<Transcription> = async ({ engine, piece, language = null }, signal) => {
  const options = await optionsOf({ language, signal });
  await engine.prepare(piece, options).finally(() => expectEmpty(options.scratchDir));
};

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

  if (!isCase(failures)) return;
  const given = failures.map(({ transcription, ...failure }) => ({ ...failure, given: transcription }));
  describeFailures('fails the preparation with', prepare, given, ({ piece }) => [...secrets, piece.pcmPath]);
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

export function describeFailures<Given>(
  title: string,
  ask: Asking<Given>,
  failures: ReadonlyArray<PortFailure & { given(): Promise<Given> }>,
  secretsOf: (given: Given) => readonly string[],
): void {
  it.each(failures)(`${title} a ProviderError: $what`, async ({ what, retryable, given }) => {
    const made = await given();
    await expectFailure(ask(made, never()), { what, retryable }, secretsOf(made));
  });
}

/** @param started when the signal is aborted; before, when left out */
export async function expectAborted<Given>(
  ask: Asking<Given>,
  given: Given,
  started?: () => Promise<unknown>,
): Promise<void> {
  const controller = new AbortController();
  const reason = new Error('aborted');
  if (started === undefined) controller.abort(reason);
  const asked = ask(given, controller.signal);
  if (started !== undefined) await Promise.race([started(), asked]);
  controller.abort(reason);
  await expect(asked, 'a call that was given up goes on, or ends with another error').rejects.toBe(reason);
}

/** @param forbidden what the error must not tell */
export async function expectFailure(
  asked: Promise<unknown>,
  { what, retryable }: PortFailure,
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
