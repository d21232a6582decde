// A call of which one channel is silent: one party on a channel of its own, or the whole call in it.
import { describe, expect, it } from 'vitest';
import type { AnalysisClaims } from '../../../src/calls/claims/analysis-claims.js';
import type { StageUses } from '../../../src/judgement/stage-uses.js';
import { AssembleTranscript } from '../../../src/pipeline/steps/assemble-transcript.js';
import type { CallRun } from '../../../src/pipeline/steps/call-run.js';
import type { MaskTranscript } from '../../../src/pipeline/steps/mask-transcript.js';
import type { SeparateVoices } from '../../../src/pipeline/steps/separate-voices.js';
import { TranscribeCall } from '../../../src/pipeline/steps/transcribe-call.js';
import type { TranscribePieces } from '../../../src/pipeline/steps/transcribe-pieces.js';
import type { CallAnalyst, CallToAnalyse } from '../../../src/ports/call-analyst.js';
import type { SpeechToText } from '../../../src/ports/speech-to-text.js';
import type { Role } from '../../../src/ports/transcript.js';
import type { SeparatedVoices } from '../../../src/ports/voice-separation.js';
import type { Measurement } from '../../../src/speech/listening/measure-pcm.js';
import type { AttributedPiece } from '../../../src/speech/pieces/pieces-by-engine.js';
import { tracksOf } from '../../../src/speech/transcript/one-channel.js';
import { heardPiece, heardSegment, planPiece } from '../../support/audio/heard-pieces.js';

const LINES = [
  'thank you for calling how can I help you',
  'I was charged twice',
  'let me look at your account',
  'so when do I get my money back',
];
const ROLES: readonly Role[] = ['agent', 'customer', 'agent', 'customer'];
const span = (at: number) => ({ startMs: at * 3000, endMs: at * 3000 + 2000 });

const MEASURED: Measurement = {
  durationMs: 12_000,
  sourceChannels: 2,
  layout: 'one-silent',
  damaged: false,
  tracks: [
    {
      channel: 1,
      file: 'channel-1.pcm',
      speech: LINES.map((_, at) => ({ ...span(at), levelDb: -20 })),
      snrDb: 40,
      levelDb: -20,
    },
  ],
};

const heardBy = {
  engine: 'scripted',
  grade: 'demo',
  hearing: { minScore: 0.5, minSnrDb: 10, needsWideBand: false },
  diarizes: false,
  carriesSpeakers: false,
} as const;

/** Each line as a piece, with a speaker's label where the engine gives one. */
function heard(channel: number | null, labels: readonly (string | null)[] = []): AttributedPiece[] {
  const segments = LINES.map((text, at) => {
    const { startMs, endMs } = span(at);
    return heardSegment(startMs, endMs, text, { speaker: labels[at] ?? null });
  });
  return [{ ...heardPiece(planPiece(0, 12_000, channel), segments), heardBy }];
}

interface Scene {
  readonly pieces?: readonly AttributedPiece[];
  /** By their sound; null where they could not be separated. */
  readonly voices?: SeparatedVoices | null;
  readonly agentChannel?: number | null;
  /** Roles by the words of single utterances; null where they say nothing. */
  readonly byWords?: readonly (Role | null)[];
}

const ONE_VOICE: SeparatedVoices = { turns: [], separation: 0.1 };
const TWO_VOICES: SeparatedVoices = {
  turns: LINES.map((_, at) => ({ ...span(at), voice: at % 2 === 0 ? 0 : 1 })),
  separation: 1,
};

async function transcribe({ pieces = heard(null), voices = ONE_VOICE, agentChannel = null, byWords = [] }: Scene) {
  const sure = (role: Role) => ({ role, confidence: 0.9 });
  const analyst = {
    assignRoles: async ({ segments }: CallToAnalyse) => {
      const labels = new Set(segments.map(({ speaker }) => speaker));
      if (labels.size > 1)
        return { speakers: { speaker_0: sure('agent'), speaker_1: sure('customer') }, segments: null };
      const known = segments.flatMap(({ id }) => (byWords[id] ? [[id, sure(byWords[id])]] : []));
      return { speakers: { speaker_0: sure('customer') }, segments: Object.fromEntries(known) };
    },
  } as unknown as CallAnalyst;
  const claims = {
    readCheckpoints: async () => new Map(),
    recordCheckpoint: async () => undefined,
    recordSent: async () => undefined,
  };
  const step = new TranscribeCall(
    { run: async () => pieces, forgetOtherEngine: async () => undefined } as unknown as TranscribePieces,
    { run: async () => voices } as unknown as SeparateVoices,
    { engine: { name: 'scripted' } } as SpeechToText,
    analyst,
    new AssembleTranscript(claims as unknown as AnalysisClaims, {} as MaskTranscript),
    { ofHearing: () => ({ tokens: null, cost: null }) } as unknown as StageUses,
  );
  const call = { id: 'a', language: 'en', agentChannel, redact: null };
  const run = { call, signal: new AbortController().signal } as CallRun;
  const result = await step.run(run, 'key', MEASURED);
  const { segments, diarization } = result.transcript;
  return {
    speakers: segments.map(({ speaker }) => speaker),
    channels: [...new Set(segments.map(({ channel }) => channel))],
    method: diarization.method,
    tracks: tracksOf(MEASURED, result.transcript).map(({ channel }) => channel),
    heardOn: result.heardBy[0]?.pieces.map(({ channel }) => channel),
  };
}

const AS_MONO = { channels: [null], tracks: [null], heardOn: [null] };
const AS_CHANNEL = { channels: [1], tracks: [1], heardOn: [1], method: 'channel' };

describe('the one channel with speech is', () => {
  it('a mono call where its sound holds two voices: each has its own words, whatever channel the agent should have', async () => {
    for (const agentChannel of [null, 0, 1]) {
      const result = await transcribe({ voices: TWO_VOICES, agentChannel });
      expect(result).toEqual({ ...AS_MONO, speakers: ROLES, method: 'model' });
    }
  });

  it('a mono call where the engine tells two speakers apart', async () => {
    const pieces = heard(null, ['A', 'B', 'A', 'B']);
    expect(await transcribe({ pieces })).toMatchObject({ ...AS_MONO, method: 'model' });
  });

  it('a mono call where its voices are not told apart, but its words are of two parties', async () => {
    for (const voices of [ONE_VOICE, null]) {
      const result = await transcribe({ voices, byWords: ROLES });
      expect(result).toEqual({ ...AS_MONO, speakers: ROLES, method: 'content' });
    }
  });

  it('one party where there is one voice and the words name no other', async () => {
    const customer = LINES.map(() => 'customer' as const);
    expect(await transcribe({})).toEqual({ ...AS_CHANNEL, speakers: customer });
    expect(await transcribe({ byWords: customer })).toEqual({ ...AS_CHANNEL, speakers: customer });
    expect(await transcribe({ byWords: ['agent', 'customer', 'customer', null] })).toMatchObject(AS_CHANNEL);
  });

  it('the party that the client names, where there is one voice', async () => {
    const agent = LINES.map(() => 'agent');
    expect(await transcribe({ agentChannel: 1 })).toEqual({ ...AS_CHANNEL, speakers: agent });
  });

  it('one party where an engine labels each piece again, with one speaker in each', async () => {
    const pieces = heard(null, ['A', 'A', 'A', 'A']);
    expect(await transcribe({ pieces })).toMatchObject(AS_CHANNEL);
  });

  it('heard alike where an earlier release has heard it on its channel', async () => {
    const result = await transcribe({ pieces: heard(1), voices: TWO_VOICES });
    expect(result).toEqual({ ...AS_MONO, speakers: ROLES, method: 'model' });
    expect(await transcribe({ pieces: heard(1) })).toMatchObject(AS_CHANNEL);
  });
});
