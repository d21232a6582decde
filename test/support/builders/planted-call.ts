// cspell:ignore endms startms
// A call in which something of each type is said that must be masked, and a stub of the provider that hears exactly that.
// Every turn has another length, by which the stub recognises it.
import { concat, silence, voice, wav } from '../audio/audio-fixtures.js';
import type { StubAnswer, StubRequest } from '../stubs/openai-stub.js';
import { pieceMsOf } from './scripted-call.js';

/** What one person says; each word or number stands in no other text of the service. */
export interface Secrets {
  readonly name: string;
  readonly street: string;
  readonly email: string;
  readonly phone: string;
  readonly dateOfBirth: string;
  readonly nationalId: string;
  readonly healthId: string;
  readonly bank: string;
  readonly card: string;
  readonly expiry: string;
  readonly code: string;
  readonly pin: string;
}

interface PlantedTurn {
  readonly channel: 0 | 1;
  readonly text: string;
}

const PAUSE_MS = 1_000;
/** How much voice activity detection adds to an utterance, on both sides together. */
const PADDING_MS = 350;
const turnMs = (index: number) => 1_500 + 350 * index;

export function turnsWith(secrets: Secrets): PlantedTurn[] {
  const turns: [string, string][] = [
    ['Thank you for calling Northwind, this call is recorded. How can I help?', `Hello, my name is ${secrets.name}.`],
    ['And what is your address, please?', `My address is ${secrets.street}.`],
    ['What is your email address?', `It is ${secrets.email}.`],
    ['What is the best phone number to reach you on?', `That is ${secrets.phone}.`],
    ['And your date of birth?', `I was born on the ${secrets.dateOfBirth}.`],
    ['What is your National Insurance number?', `My National Insurance number is ${secrets.nationalId}.`],
    ['And your NHS number?', `My NHS number is ${secrets.healthId}.`],
    ['Which bank account may I refund?', `The IBAN is ${secrets.bank}.`],
    ['Now your card number, please?', `It is ${secrets.card}.`],
    ['When does it expire?', `It expires ${secrets.expiry}.`],
    ['And the security code on the back?', `The security code is ${secrets.code}.`],
    ['Last, what is your telephone PIN?', `My PIN is ${secrets.pin}.`],
  ];
  return turns.flatMap(([ask, answer]) => [
    { channel: 0 as const, text: ask },
    { channel: 1 as const, text: answer },
  ]);
}

/** A stereo WAV with one party per channel. The pauses are so long that each turn becomes a piece of its own. */
export function recordingOf(turns: readonly PlantedTurn[], seed: number): Buffer {
  const lane = (channel: number) =>
    concat(
      ...turns.flatMap((turn, index) => [
        silence(PAUSE_MS),
        turn.channel === channel
          ? voice(turnMs(index), { seed: seed + index, pitchHz: 110 + 60 * channel })
          : silence(turnMs(index)),
      ]),
      silence(PAUSE_MS),
    );
  return wav([lane(0), lane(1)]);
}

/** The turn of the uploaded piece, with the times of its words. */
export function heardTurn(turns: readonly PlantedTurn[], request: StubRequest): StubAnswer {
  const pieceMs = pieceMsOf(request);
  const lengths = turns.map((_, index) => Math.abs(pieceMs - turnMs(index) - PADDING_MS));
  const text = turns[lengths.indexOf(Math.min(...lengths))]?.text ?? '';
  const said = text.split(' ');
  const seconds = pieceMs / 1_000;
  const each = (seconds - 0.3) / said.length;
  return {
    body: {
      task: 'transcribe',
      language: 'english',
      duration: seconds,
      text,
      segments: [{ id: 0, start: 0.1, end: seconds - 0.1, text, avg_logprob: -0.1, no_speech_prob: 0.01 }],
      words: said.map((word, at) => ({ word, start: 0.1 + at * each, end: 0.1 + (at + 0.9) * each })),
    },
  };
}

/** Said as words that also stand elsewhere: they are found three in a row. */
const IN_WORDS: ReadonlyArray<keyof Secrets> = ['dateOfBirth', 'card', 'expiry', 'code', 'pin'];
const WINDOW = 3;
const MIN_UNIQUE_LETTERS = 7;
/** Members of JSON that stand between two words of a transcript. */
const BETWEEN_WORDS = new Set('text word words start end startms endms ms confidence null c s e t w'.split(' '));

/** What of the secrets a text holds; of numbers in words also where each word stands apart with its times. */
export function secretsIn(text: string, secrets: Secrets): string[] {
  const lower = text.toLowerCase();
  const words = lower.split(/[^a-z]+/).filter((word) => word !== '' && !BETWEEN_WORDS.has(word));
  const inOneLine = ` ${words.join(' ')} `;
  return Object.entries(secrets).flatMap(([kind, secret]: [string, string]) => {
    const parts = secret.toLowerCase().split(/[\s-]+/);
    if (!IN_WORDS.includes(kind as keyof Secrets)) {
      return parts.filter((part) => part.length >= MIN_UNIQUE_LETTERS && lower.includes(part));
    }
    return parts
      .slice(0, parts.length - WINDOW + 1)
      .map((_, at) => parts.slice(at, at + WINDOW).join(' '))
      .filter((part) => inOneLine.includes(` ${part} `));
  });
}
