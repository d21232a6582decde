// Which calls are conversations. Each call is written as turns; a party without turns is known to have said nothing.
import { describe, expect, it } from 'vitest';
import { createMishearing, loadDialogues, toTranscript } from '../../../bench/quality/dialogues.mjs';
import { natureOf } from '../../../src/judgement/call-kind/call-kind.js';
import type { PartyHearing, Speaker, Transcript } from '../../../src/ports/transcript.js';
import { segmentsOf } from '../../support/audio/segments.js';
import {
  CONVERSATIONS,
  GERMAN_NO_CONVERSATIONS,
  GERMAN_VOICEMAILS,
  type Lines,
  NO_CONVERSATIONS,
  VOICEMAILS,
} from '../../support/builders/kinds-of-calls.js';

const HEARD: PartyHearing = { score: 0.9, basis: ['engine'], assessable: true, reasons: [] };
const without = (reason: PartyHearing['reasons'][number]): PartyHearing => ({
  score: reason === 'words_missing' ? 0 : null,
  basis: reason === 'words_missing' ? ['signal'] : [],
  assessable: false,
  reasons: [reason],
});

function callOf(lines: Lines, more: Partial<Transcript> = {}): Transcript {
  const speaks = (role: Speaker) => lines.some(([speaker]) => speaker === role);
  return {
    segments: segmentsOf(lines, { pauseMs: 2000 }),
    language: 'en',
    diarization: { method: 'channel', roleConfidence: 0.9 },
    spotted: [],
    hearing: {
      agent: speaks('agent') ? HEARD : without('no_speech'),
      customer: speaks('customer') ? HEARD : without('no_speech'),
    },
    ...more,
  };
}

/** As most recognisers write it. */
const withoutMarks = (lines: Lines): Lines =>
  lines.map(([speaker, text]) => [speaker, text.toLowerCase().replace(/[.,?!;:]/g, '')] as const);

const MONO: Partial<Transcript> = {
  diarization: { method: 'none', roleConfidence: 0 },
  hearing: { agent: without('role_unknown'), customer: without('role_unknown') },
};
const inMono = (lines: Lines): Lines => lines.map(([, text]) => ['speaker_0', text] as const);

describe.each([
  ['as written', (lines: Lines) => lines],
  ['without punctuation', withoutMarks],
])('%s', (_, write) => {
  it.each(Object.entries(VOICEMAILS))('is a voicemail: %s', (__, lines) => {
    expect(natureOf(callOf(write(lines)))).toEqual({ kind: 'voicemail', reason: 'mailbox' });
  });

  it.each(Object.entries(GERMAN_VOICEMAILS))('is a voicemail in German: %s', (__, lines) => {
    expect(natureOf(callOf(write(lines), { language: 'de' }))).toEqual({ kind: 'voicemail', reason: 'mailbox' });
  });

  it.each(Object.entries(NO_CONVERSATIONS))('is no conversation: %s', (__, [reason, lines]) => {
    expect(natureOf(callOf(write(lines)))).toEqual({ kind: 'no_conversation', reason });
  });

  it.each(Object.entries(GERMAN_NO_CONVERSATIONS))('is no conversation in German: %s', (__, [reason, lines]) => {
    expect(natureOf(callOf(write(lines), { language: 'de' }))).toEqual({ kind: 'no_conversation', reason });
  });

  it.each(Object.entries(CONVERSATIONS))('is a conversation: %s', (__, lines) => {
    expect(natureOf(callOf(write(lines))).kind).toBe('conversation');
    expect(natureOf(callOf(write(inMono(lines)), MONO)).kind, 'in mono, without voices').toBe('conversation');
  });
});

describe('what is not known', () => {
  const half: Lines = [
    ['agent', 'Thank you for calling Northwind, how can I help?'],
    ['agent', 'Sure, what is your account number?'],
    ['agent', 'Thank you. And the postcode?'],
    ['agent', 'Perfect, I have sent you a new bill. Goodbye.'],
  ];

  it('keeps a call whose other party was not recorded a conversation', () => {
    expect(natureOf(callOf(half)).kind).toBe('conversation');
    const unknownWords: Lines = half.map(([speaker], at) => [speaker, `kaj la mono ${at} mono plus`] as const);
    expect(natureOf(callOf(unknownWords, { language: 'eo' })).kind, 'in a language without phrases').toBe(
      'conversation',
    );
  });

  it('keeps a call a conversation whose other party spoke, and of which no word was recognised', () => {
    const [greeting] = half as [Lines[number]];
    const hearing = { agent: HEARD, customer: without('words_missing') };
    expect(natureOf(callOf([greeting], { hearing })).kind).toBe('conversation');
    expect(natureOf(callOf([greeting])).kind, 'a party that said nothing').toBe('no_conversation');
  });

  it('takes an introduction and a farewell for no message where words of the other party are missing', () => {
    const lines: Lines = [
      ['customer', 'Hm.'],
      ['agent', 'Hello, this is Fern from the optician, your glasses are in, we are open till six. Bye now.'],
    ];
    const hearing = { agent: HEARD, customer: without('words_missing') };
    expect(natureOf(callOf(lines, { hearing })).kind).toBe('conversation');
    expect(natureOf(callOf(lines)).kind, 'all words of the other party are known').toBe('voicemail');
  });

  it('keeps a call of an earlier release, without hearing, a conversation', () => {
    const { hearing: _, ...earlier } = callOf([['agent', 'Thank you for calling.']]);
    expect(natureOf(earlier).kind).toBe('conversation');
  });

  it('finds the silent channel also where the one who speaks has no role', () => {
    const roles = { agent: without('role_unknown'), customer: without('role_unknown') };
    expect(natureOf(callOf([['speaker_0', 'Northwind, Sarah speaking.']], { hearing: roles }))).toEqual({
      kind: 'no_conversation',
      reason: 'one_party',
    });
  });

  it('is no conversation without a word', () => {
    expect(natureOf(callOf([]))).toEqual({ kind: 'no_conversation', reason: 'no_words' });
    expect(natureOf(callOf([['agent', ' … ']]))).toEqual({ kind: 'no_conversation', reason: 'no_words' });
  });

  it('finds a mailbox in mono without voices by its words alone', () => {
    const [greeting, message] = VOICEMAILS['a greeting, and a message'] as Lines;
    expect(natureOf(callOf(inMono([greeting!, message!]), MONO)).kind).toBe('voicemail');
  });
});

// cspell:disable
describe('other languages', () => {
  it.each([
    ['fr', 'Veuillez laisser votre message après le bip.', 'Bonjour, ici Dana de Nordwind, rappelez-moi au 01 55 55.'],
    ['es', 'Por favor, deje su mensaje después de la señal.', 'Hola, soy Dana de Nordwind, llámeme cuando pueda.'],
    ['it', 'Lasciate un messaggio dopo il segnale acustico.', 'Buongiorno, sono Dana, mi richiami per favore.'],
    ['pt', 'Deixe a sua mensagem após o sinal.', 'Bom dia, aqui é a Dana, ligue de volta por favor.'],
    ['nl', 'Spreek uw bericht in na de piep.', 'Goedemorgen, met Dana, bel mij terug op dit nummer.'],
  ])('have voicemails: %s', (language, greeting, message) => {
    const both: Lines = [
      ['customer', greeting],
      ['agent', message],
    ];
    expect(natureOf(callOf(both, { language })).kind).toBe('voicemail');
    expect(natureOf(callOf([['agent', message]], { language })).kind, 'the message alone').toBe('voicemail');
  });
});

// cspell:enable
describe('the labelled dialogues, all of them conversations', () => {
  const seen = loadDialogues('seen');
  const all = [...seen, ...loadDialogues('languages')];
  const mishear = createMishearing(seen);
  const languageOf = (dialogue: (typeof all)[number]) => {
    const { language = 'en' } = dialogue as { language?: string };
    return language === 'mixed' ? null : language;
  };
  const notTaken = (calls: readonly Transcript[]) => calls.filter((call) => natureOf(call).kind !== 'conversation');

  it.each([0, 0.2, 0.4])('stay conversations with a share of wrong words: %s', (rate) => {
    expect(notTaken(all.map((dialogue) => toTranscript(mishear(dialogue, rate, 1), languageOf(dialogue))))).toEqual([]);
  });

  it('stay conversations in mono without voices', () => {
    const mono = all.map((dialogue): Transcript => {
      const { segments, ...rest } = toTranscript(dialogue, languageOf(dialogue));
      return { ...rest, ...MONO, segments: segments.map((each) => ({ ...each, channel: null, speaker: 'speaker_0' })) };
    });
    expect(notTaken(mono)).toEqual([]);
  });

  it.each([3, 4, 5])('stay conversations with their first or last %s turns alone', (turns) => {
    const cut = (from: number, to?: number) =>
      all.map((dialogue) => toTranscript({ ...dialogue, turns: dialogue.turns.slice(from, to) }, languageOf(dialogue)));
    expect(notTaken([...cut(0, turns), ...cut(-turns)])).toEqual([]);
  });
});

describe('a call of any length', () => {
  it('takes time in proportion to its words', () => {
    const long: Lines = [
      ['agent', 'hello is anybody there if you say so press one for it said '.repeat(10_000)],
      ['customer', 'please leave a message it said '.repeat(10_000)],
    ];
    expect(natureOf(callOf(long)).kind).toBe('conversation');
    const turns: Lines = Array.from({ length: 20_000 }, (_, at) => [
      at % 2 === 0 ? 'agent' : 'customer',
      'is anybody there',
    ]);
    expect(natureOf(callOf(turns)).kind).toBe('conversation');
  });
});
