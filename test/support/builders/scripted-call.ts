// A call with known turns: a stereo recording to submit, and a stub of the provider that recognises exactly these turns.
import { concat, silence, voice, wav } from '../audio/audio-fixtures.js';
import {
  completeWith,
  type OpenAiStub,
  type OpenAiStubOptions,
  type StubRequest,
  sentSegments,
  startOpenAiStub,
} from '../stubs/openai-stub.js';

export const TURNS = [
  { channel: 0, text: 'Thank you for calling Northwind, this call is recorded. How can I help you today?' },
  { channel: 1, text: 'I have been charged twice for the same month.' },
  { channel: 0, text: 'I am sorry to hear that. Could you please confirm your date of birth?' },
  { channel: 1, text: 'The fourth of March nineteen eighty two.' },
  { channel: 0, text: 'Thank you. I have refunded the second payment for you.' },
  { channel: 1, text: 'That is great, thank you so much.' },
] as const;

type Turn = (typeof TURNS)[number];

const PAUSE_MS = 1_000;
/** Every turn has another length, by which the stub recognises it, and takes as long as a person needs to say it. */
const turnMs = (index: number) => 2_200 + 400 * index;
/** There is a pause before every turn and one at the end. */
export const CALL_MS = TURNS.reduce((sum, _, index) => sum + turnMs(index) + PAUSE_MS, PAUSE_MS);

/** The start of the turn, in seconds. */
export function turnStart(index: number): number {
  return TURNS.slice(0, index).reduce((sum, _, earlier) => sum + turnMs(earlier) + PAUSE_MS, PAUSE_MS) / 1000;
}

/** A 16 kHz stereo WAV with one party per channel. The pauses are so long that each turn becomes a piece of its own. */
export function recordedCall(): Buffer {
  const lane = (channel: number) =>
    concat(
      ...TURNS.flatMap((turn, index) => [
        silence(PAUSE_MS),
        turn.channel === channel
          ? voice(turnMs(index), { seed: index + 1, pitchHz: 110 + 60 * channel })
          : silence(turnMs(index)),
      ]),
      silence(PAUSE_MS),
    );
  return wav([lane(0), lane(1)]);
}

/** Settings with which the service sends requests to this stub, one at a time. */
export function providerSettings(stub: OpenAiStub): Record<string, string> {
  return {
    TRANSCRIPTION_ENGINE: 'openai',
    OPENAI_API_KEY: 'sk-stub',
    OPENAI_BASE_URL: stub.baseUrl,
    PROVIDER_CONCURRENCY: '1',
  };
}

export async function startScriptedProvider(faults: OpenAiStubOptions = {}): Promise<OpenAiStub> {
  return startOpenAiStub({
    models: faults.models ?? (() => undefined),
    transcribe: async (request) => {
      const fault = await faults.transcribe?.(request);
      if (fault) return fault;
      const { text } = turnOf(request);
      // A call in one channel beside a silent one may be the whole call, and is asked for with its speakers.
      return request.fields.response_format?.[0] === 'diarized_json'
        ? {
            body: {
              text,
              segments: [{ type: 'transcript.text.segment', id: 's0', speaker: 'A', text, ...wholeOf(request) }],
            },
          }
        : { body: { text, languages: [{ code: 'en' }] } };
    },
    chat: async (request) => {
      const fault = await faults.chat?.(request);
      if (fault) return fault;
      const shape = JSON.stringify(request.json?.response_format ?? {});
      if (shape.includes('call_resolution')) return completeWith(judgement(sentSegments(request)));
      return shape.includes('agent_segments')
        ? completeWith(rolesOfSegments(sentSegments(request)))
        : completeWith({ speakers: roles(sentSegments(request)) });
    },
  });
}

/** The span of the uploaded piece, in seconds. */
const wholeOf = (request: StubRequest) => ({ start: 0, end: pieceMsOf(request) / 1000 });

/** The length of the uploaded piece, in Ogg or WAV. */
export function pieceMsOf({ file }: StubRequest): number {
  const bytes = file?.bytes ?? Buffer.alloc(0);
  if (bytes.subarray(0, 4).toString('latin1') === 'RIFF') return (bytes.length - 44) / 32;
  // An Ogg page holds its end position from its seventh byte on, for Opus in samples of 48 kHz.
  const lastPage = bytes.lastIndexOf('OggS');
  return lastPage < 0 ? 0 : Number(bytes.readBigInt64LE(lastPage + 6)) / 48;
}

/** The turn whose length is closest to that of the uploaded piece. */
export function turnOf(request: StubRequest): Turn {
  const pieceMs = pieceMsOf(request);
  const distance = (index: number) => Math.abs(pieceMs - turnMs(index) - PADDING_MS);
  return TURNS.reduce<Turn>(
    (best, turn, index) => (distance(index) < distance(TURNS.indexOf(best)) ? turn : best),
    TURNS[0],
  );
}

/** How much voice activity detection adds to an utterance, on both sides together. */
const PADDING_MS = 350;

function roles(segments: ReturnType<typeof sentSegments>) {
  const agent = segments.find(({ text }) => text.startsWith('Thank you for calling'))?.speaker;
  return [...new Set(segments.map(({ speaker }) => speaker))].map((label) => ({
    label,
    role: label === agent ? 'agent' : 'customer',
    confidence: 0.97,
  }));
}

/** Of a call in which no voices are told apart: what each party said, by its words. */
function rolesOfSegments(segments: ReturnType<typeof sentSegments>) {
  const saidBy = (channel: number) =>
    segments.filter(({ text }) => TURNS.find((turn) => turn.text === text)?.channel === channel).map(({ i }) => i);
  return { agent_segments: saidBy(0), customer_segments: saidBy(1), confidence: 0.9 };
}

/** A report with the faults of a language model: one quotation has another case, one is invented, the others are right. */
function judgement(segments: ReturnType<typeof sentSegments>) {
  const quoting = (part: string, quote = part) => {
    const segment = segments.find(({ text }) => text.includes(part));
    return { met: true, confidence: 0.9, quotes: [{ segment_id: segment?.i ?? 0, quote }] };
  };
  return {
    findings: {
      identity_verification: quoting('confirm your date of birth', 'CONFIRM your date of birth'),
      privacy_protection: {
        met: true,
        confidence: 0.9,
        quotes: [{ segment_id: 2, quote: 'your data is safe with us' }],
      },
      mandatory_disclosures: quoting('this call is recorded'),
      purpose_declaration: { met: false, confidence: 0.7, quotes: [] },
      call_resolution: quoting('I have refunded the second payment'),
      greeting: quoting('Thank you for calling Northwind'),
      empathetic_language: quoting('I am sorry to hear that'),
    },
    missing_disclosures: [],
    violations: [],
    sentiment: { overall: 'positive', customer: 'positive', agent: 'positive' },
    customer_effort_score: 2,
    strengths: ['Showed understanding.'],
    recommendations: ['Say what the call is for.'],
    summary: 'A double charge was refunded.',
    manipulation_suspected: false,
  };
}
