import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SherpaSpeechToText } from '../../../src/adapters/sherpa/sherpa.speech-to-text.js';
import {
  type SherpaVoiceOptions,
  SherpaVoiceSeparation,
} from '../../../src/adapters/sherpa/sherpa.voice-separation.js';
import type { SherpaModel, SpeakerModels } from '../../../src/adapters/sherpa/sherpa-model.js';
import { ProviderError } from '../../../src/ports/provider-error.js';
import type { MonoTrack } from '../../../src/ports/voice-separation.js';
import { optionsOf } from '../../ports/speech-to-text-cut.contract.js';
import { describeVoiceSeparation, type Separation } from '../../ports/voice-separation.contract.js';
import { bytesOf } from '../../support/audio/audio-fixtures.js';
import { openSherpaWorkshop, type SherpaWorkshop } from '../../support/stubs/sherpa-workshop.js';
import { tinyVoices } from '../../support/stubs/tiny-speaker-models.js';

const SECRET = 'what the process told the operator';

// No weights of pyannote and TitaNet are at hand in tests: how well these models separate voices is not tested here.
describe('separating the voices of a mono recording, by models of the right form without any knowledge', () => {
  const TURNS = [
    { startMs: 500, endMs: 4_000, voice: 0 },
    { startMs: 4_500, endMs: 9_000, voice: 1 },
    { startMs: 9_500, endMs: 16_000, voice: 0 },
    { startMs: 16_200, endMs: 30_000, voice: 1 },
  ] as const;
  const never = new AbortController().signal;
  let workshop: SherpaWorkshop;
  let installedModels: { model: SherpaModel; speakers: SpeakerModels };
  let pcmPath: string;
  let onePath: string;
  const open: Array<{ close(): void }> = [];

  beforeAll(async () => {
    workshop = await openSherpaWorkshop();
    installedModels = await workshop.installedPreset('speakers');
    pcmPath = join(workshop.folder, 'two-voices.pcm');
    await writeFile(pcmPath, bytesOf(tinyVoices(TURNS, 31_000)));
    onePath = join(workshop.folder, 'one-voice.pcm');
    await writeFile(onePath, bytesOf(tinyVoices([{ startMs: 500, endMs: 12_000, voice: 0 }], 13_000)));
  });
  afterAll(() => workshop.close());
  afterEach(() => {
    for (const each of open.splice(0)) each.close();
  });

  const track = (changes: Partial<MonoTrack> = {}): MonoTrack => ({ pcmPath, speech: TURNS, ...changes });
  const process = () => ({ workerPath: workshop.workerPath, threads: 1 });
  function voicesBy(changes: Partial<SherpaVoiceOptions> = {}): SherpaVoiceSeparation {
    const voices = new SherpaVoiceSeparation({ speakers: installedModels.speakers, ...process(), ...changes });
    open.push(voices);
    return voices;
  }
  function recogniserOf(model: SherpaModel): SherpaSpeechToText {
    const engine = new SherpaSpeechToText({ model, ...process() });
    open.push(engine);
    return engine;
  }
  const piece = () => ({ channel: null, startMs: 0, endMs: 31_000, pcmPath, speech: TURNS });
  /** @param diarize what the process does when it is asked, in JavaScript */
  async function voicesThat(diarize: string): Promise<SherpaVoiceSeparation> {
    const program = `
      import { writeFileSync } from 'node:fs';
      process.on('message', ({ type }) => {
        if (type === 'load-diarizer') process.send({ type: 'loaded' });
        else { ${diarize} }
      });`;
    return voicesBy({ workerPath: await workshop.saveProgram(program) });
  }
  /** @param segments as the library answers, in JavaScript */
  const answering = (segments: string) => voicesThat(`process.send({ type: 'diarized', segments: ${segments} })`);
  const given = (voices: SherpaVoiceSeparation): Separation => ({ voices, track: track() });

  describeVoiceSeparation('sherpa', {
    two: async () => given(voicesBy()),
    one: async () => ({ voices: voicesBy(), track: track({ pcmPath: onePath, speech: [TURNS[0]] }) }),
    stuck: async () => {
      const begun = join(workshop.folder, 'begun');
      const voices = await voicesThat(`writeFileSync(${JSON.stringify(begun)}, '')`);
      return {
        ...given(voices),
        started: () => expect.poll(() => stat(begun).then(Boolean, () => false)).toBe(true),
      };
    },
    failures: [
      { what: 'no segment', retryable: false, diarize: "process.send({ type: 'diarized', segments: [] })" },
      { what: 'another shape', retryable: true, diarize: "process.send({ type: 'diarized', segments: 'voices' })" },
      { what: 'another answer', retryable: true, diarize: "process.send({ type: 'decoded', results: [] })" },
      { what: 'a crash', retryable: true, diarize: `console.error('${SECRET}'); process.exit(1)` },
      { what: 'a reason', retryable: true, diarize: `process.send({ type: 'failed', reason: '${SECRET}' })` },
    ].map(({ diarize, ...failure }) => ({ ...failure, given: async () => given(await voicesThat(diarize)) })),
    odd: [
      { what: 'no usable segment', segments: '[{ start: NaN, end: NaN, speaker: 0 }]' },
      { what: 'voices that speak at once', segments: '[0, 1].map((speaker) => ({ start: 1, end: 9, speaker }))' },
      {
        what: 'a third voice',
        segments: '[0, 1, 2].map((speaker) => ({ start: 3 * speaker, end: 3 * speaker + 3, speaker }))',
      },
      {
        what: 'times outside of the recording',
        segments: '[0, 1].map((speaker) => ({ start: -5, end: 1e9, speaker }))',
      },
      { what: 'times that run backwards', segments: '[0, 1].map((speaker) => ({ start: 9, end: 1, speaker }))' },
      { what: 'members that are new', segments: '[{ start: 1, end: 9, speaker: 0, new_member: [1] }]' },
    ].map(({ what, segments }) => ({ what, given: async () => given(await answering(segments)) })),
    secrets: [SECRET],
  });

  it('loads both models, runs them in a process of their own beside the recogniser, and gives turns of two voices', async () => {
    const separated = await voicesBy().separate(track(), never);
    expect(separated?.separation, 'a trained model measures no separation').toBeNull();
    expect(separated?.turns.map(({ voice }) => voice)).toEqual([0, 1, 0, 1]);
    for (const [index, turn] of TURNS.entries()) {
      const found = separated!.turns[index]!;
      expect(Math.abs(found.startMs - turn.startMs)).toBeLessThan(100);
      expect(Math.abs(found.endMs - turn.endMs)).toBeLessThan(100);
    }
    const recogniser = recogniserOf(installedModels.model);
    expect((await recogniser.transcribe(piece(), await optionsOf())).segments).not.toEqual([]);
  });

  it('leaves a recording of more than an hour to others', async () => {
    const long = [{ startMs: 0, endMs: 3_600_001 }];
    expect(await voicesBy().separate(track({ speech: long }), never)).toBeNull();
  });

  it('makes turns in order from segments that overlap, run backwards or lie outside the recording', async () => {
    const voices = await answering(`[
      { start: 8, end: 12, speaker: 1 }, { start: -3, end: 5, speaker: 0 }, { start: 4, end: 9, speaker: 1 },
      { start: 11, end: 10, speaker: 0 }, { start: NaN, end: 3, speaker: 0 }, { start: 20, end: Infinity, speaker: 0 },
      { start: 13, end: 400, speaker: 0 }, { start: 14, end: 15, speaker: 7 }, { start: 900, end: 1000, speaker: 1 },
    ]`);
    expect((await voices.separate(track(), never))?.turns).toEqual([
      { startMs: 0, endMs: 5_000, voice: 0 },
      { startMs: 5_000, endMs: 12_000, voice: 1 },
      { startMs: 13_000, endMs: 30_000, voice: 0 },
    ]);
  });

  it('fails when a model is damaged, and the recogniser goes on', async () => {
    const { model, speakers } = await workshop.installedPreset('damaged-speakers');
    await writeFile(join(speakers.embedding.folder, 'nemo_en_titanet_small.onnx'), 'broken');
    const separating = voicesBy({ speakers }).separate(track(), never);
    const error = await separating.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(ProviderError);
    expect(String(error instanceof ProviderError && error.cause)).toContain('call-analysis models:install');
    expect((await recogniserOf(model).transcribe(piece(), await optionsOf())).segments).not.toEqual([]);
  });

  it('ends with the call that is given up', async () => {
    const voices = voicesBy();
    await voices.separate(track(), never);
    const givenUp = new AbortController();
    const separating = voices.separate(track(), givenUp.signal);
    givenUp.abort(new Error('given up'));
    await expect(separating).rejects.toThrow('given up');
    expect((await voices.separate(track(), never))?.turns, 'turns of the next call').toHaveLength(4);
  });
});
