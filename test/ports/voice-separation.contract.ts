// The cases that every implementation of VoiceSeparation that has means for a recording must pass. The test file of each adapter
// registers them.
import { describe, expect, it } from 'vitest';
import { ProviderError } from '../../src/ports/provider-error.js';
import type { MonoTrack, SeparatedVoices, VoiceSeparation } from '../../src/ports/voice-separation.js';
import { isCase, type NoCase } from './no-case.js';
import {
  type Asking,
  describeFailures,
  expectAborted,
  expectForClients,
  never,
  type PortFailure,
} from './speech-to-text-cut.contract.js';

/** What separates voices, and what it is given. */
export interface Separation {
  readonly voices: VoiceSeparation;
  readonly track: MonoTrack;
}

export interface SeparationSetup {
  /** A recording of two voices. */
  two(): Promise<Separation>;
  /** A recording of one voice. */
  one(): Promise<Separation>;
  /** `started` resolves once it works on the recording. */
  readonly stuck: (() => Promise<Separation & { started(): Promise<unknown> }>) | NoCase;
  /** Of the models or of their process. */
  readonly failures: ReadonlyArray<PortFailure & { given(): Promise<Separation> }> | NoCase;
  /** Answers of a model that no contract has. */
  readonly odd: ReadonlyArray<{ readonly what: string; given(): Promise<Separation> }> | NoCase;
  /** What no error may tell. Paths are checked in any case. */
  readonly secrets: readonly string[];
}

const separate: Asking<Separation> = ({ voices, track }, signal) => voices.separate(track, signal);

export function describeVoiceSeparation(
  name: string,
  { two, one, stuck, failures, odd, secrets }: SeparationSetup,
): void {
  describe(`the contract of VoiceSeparation: ${name}`, () => {
    it('tells the two voices of a recording apart', async () => {
      const given = await two();
      const { turns } = expectVoices(await separate(given, never()), given);
      expect(new Set(turns.map(({ voice }) => voice)), 'the voices of the turns').toEqual(new Set([0, 1]));
      expect(given.voices.description, 'the start-up summary needs a sentence').toMatch(/^[A-Z].*\.$/);
    });

    it('gives no turns where one voice speaks', async () => {
      const given = await one();
      expect(expectVoices(await separate(given, never()), given).turns).toEqual([]);
    });

    it('gives up a recording whose signal was aborted before, and separates the voices of the next', async () => {
      const given = await two();
      await expectAborted(separate, given);
      expectVoices(await separate(given, never()), given);
    });

    it('separates voices again after it was closed', async () => {
      const given = await two();
      const before = await separate(given, never());
      given.voices.close();
      expect(await separate(given, never())).toEqual(before);
    });

    if (isCase(stuck)) {
      it('gives up a recording in the middle of separating its voices', async () => {
        const given = await stuck();
        await expectAborted(separate, given, () => given.started());
      });
    }

    if (isCase(failures))
      describeFailures('fails the separation of voices with', separate, failures, ({ track }) => [
        ...secrets,
        track.pcmPath,
      ]);

    if (isCase(odd)) {
      it.each(odd)('makes turns of the port of an odd answer about voices, or refuses it: $what', async (each) => {
        const given = await each.given();
        const outcome = await separate(given, never()).catch((error: unknown) => error);
        if (!(outcome instanceof Error)) return void expectVoices(outcome, given);
        expect(outcome, `an odd answer fails with what is no failure of a provider: ${outcome}`).toBeInstanceOf(
          ProviderError,
        );
        expectForClients(String(outcome), secrets);
      });
    }
  });
}

function expectVoices(outcome: unknown, { voices: { maxVoices } }: Separation): SeparatedVoices {
  expect(outcome, 'the recording is left to others').not.toBeNull();
  expect(JSON.parse(JSON.stringify(outcome)), 'the checkpoint changes the turns').toEqual(outcome);
  const given = outcome as SeparatedVoices;
  let last = 0;
  for (const { startMs, endMs, voice } of given.turns) {
    expect(startMs, 'a turn begins before the one before it has ended').toBeGreaterThanOrEqual(last);
    expect(endMs, 'a turn ends before it begins').toBeGreaterThan(startMs);
    expect(Number.isInteger(voice) && voice >= 0 && voice < maxVoices, `voice ${voice} of ${maxVoices}`).toBe(true);
    last = endMs;
  }
  return given;
}
