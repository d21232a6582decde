// Which language a transcript gets: of the engine, the request and the text.
import { describe, expect, it } from 'vitest';
import type { AnalysisClaims, ClaimedCall } from '../../../src/calls/claims/analysis-claims.js';
import { AssembleTranscript } from '../../../src/pipeline/steps/assemble-transcript.js';
import type { MaskTranscript } from '../../../src/pipeline/steps/mask-transcript.js';
import type { CallAnalyst } from '../../../src/ports/call-analyst.js';
import type { SpeechEngine } from '../../../src/ports/speech-to-text.js';

const ENGLISH =
  'Good morning, thank you for calling. How can I help you today? I have paid my bill twice this month, and I would like to have my money back.';
// cspell:disable -- German
const GERMAN =
  'Guten Morgen, vielen Dank für Ihren Anruf. Wie kann ich Ihnen heute helfen? Ich habe meine Rechnung in diesem Monat zweimal bezahlt.';
// cspell:enable

async function languageOf(text: string, engine: string | null, request: string | null): Promise<string | null> {
  const claims = { recordCheckpoint: () => Promise.resolve(), recordSent: () => Promise.resolve() };
  const assembling = new AssembleTranscript(claims as unknown as AnalysisClaims, {} as MaskTranscript);
  const speech = [{ startMs: 0, endMs: 20_000, levelDb: -20 }];
  const segment = { speaker: null, startMs: 0, endMs: 20_000, text, confidence: null, words: null };
  const piece = { channel: null, startMs: 0, endMs: 20_000, file: 'mono.pcm', speech };
  const asked: (string | null)[] = [];
  const analyst: Pick<CallAnalyst, 'assignRoles'> = {
    assignRoles: ({ language }) => {
      asked.push(language);
      return Promise.resolve({ speakers: {}, segments: null });
    },
  };
  const {
    transcript: { language },
  } = await assembling.run(
    {
      call: { id: 'call', language: request, agentChannel: null, redact: null } as ClaimedCall,
      signal: new AbortController().signal,
    },
    {
      measurement: { tracks: [], layout: 'mono', durationMs: 20_000 } as never,
      pieces: [
        {
          piece,
          transcript: { segments: [segment], language: engine, spotted: [], providerSeconds: null },
          heardBy: { engine: 'x', grade: 'production', hearing: {}, diarizes: false, carriesSpeakers: false } as never,
        },
      ],
      voices: null,
      analyst: analyst as CallAnalyst,
      listener: { name: 'x', grade: 'production', hearing: {} } as SpeechEngine,
    },
  );
  expect(asked, 'the language in which roles are looked for').toEqual([language]);
  return language;
}

describe('the language of a transcript', () => {
  it.each<[string, string, string | null, string | null, string | null]>([
    ['what the engine says', GERMAN, 'de', null, 'de'],
    ['what the engine says, whatever the request says', GERMAN, 'de', 'en', 'de'],
    ['English, where an engine says Welsh of plain English', ENGLISH, 'cy', null, 'en'],
    ['English, where an engine says Welsh, and the request knows better', ENGLISH, 'cy', 'en', 'en'],
    ['German, where an engine says English of every call', GERMAN, 'en', null, 'de'],
    ['what the request and the engine say, where the engine repeats it', ENGLISH, 'cy', 'cy', 'cy'],
    ['what the request says, where the engine says nothing', ENGLISH, null, 'de', 'de'],
    ['what the text tells, where neither says anything', GERMAN, null, null, 'de'],
    ['what the engine says of a few words', 'Good morning, thank you for calling.', 'cy', null, 'cy'],
    ['not known for a few words', 'Good morning.', null, null, null],
  ])('is %s', async (_, text, engine, request, expected) => {
    expect(await languageOf(text, engine, request)).toBe(expected);
  });
});
