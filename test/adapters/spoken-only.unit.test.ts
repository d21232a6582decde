// cspell:ignore screenpipe amara Rechtsschutzversicherungsgesellschaften
// What no speaker said: after whisper.cpp#2629 and #1724, screenpipe#4070, openai/whisper#928 and #1873.
import { describe, expect, it } from 'vitest';
import {
  readDiarizedResponse,
  readPlainResponse,
  readVerboseResponse,
} from '../../src/adapters/openai/transcription/openai-transcription-response.js';
import { keepSpoken, spokenText } from '../../src/adapters/spoken-only.js';
import { tidyHeard } from '../../src/adapters/tidy-heard.js';
import type { HeardSegment } from '../../src/ports/speech-to-text.js';

const said = (text: string, startMs = 0, endMs = startMs + 3000): HeardSegment => ({
  speaker: null,
  startMs,
  endMs,
  text,
  confidence: null,
  words: null,
});
const texts = (segments: readonly HeardSegment[]) => keepSpoken(segments).map(({ text }) => text);
const times = (count: number, text: string, by = ' ') => Array.from({ length: count }, () => text).join(by);

// cspell:disable -- marks and credits in many languages
describe('marks for sounds', () => {
  it.each(
    `[BLANK_AUDIO]|(upbeat music)|♪♪|*coughs*|[Music]|<noise>|【音楽】|[ Silence ]|[MUSIC PLAYING]|(dramatic orchestral music swells)
    (laughs)|[Laughter]|- [Applause]|>> (phone ringing)|[inaudible]|(speaking in foreign language)|[door closes]|[clears throat]|[hold music]
    *sighs*|~ music ~|[Music|(beep)|[no speech]|[END]|<|nospeech|>|[_BEG_]|[_TT_150]|BLANK_AUDIO|♪ We are the champions ♪|🎵
    (Musik)|[Geräusch]|(Hintergrundgeräusche)|[Telefon klingelt]|(unverständlich)|[Gelächter]|(Freizeichen)|* Musik *
    [Musique]|(rires)|[bruit de fond]|(applaudissements)|(toux)|(sonnerie de téléphone)
    [Música]|(risas)|[Sonido de teclado]|(aplausos)|(tos)|(musica di sottofondo)|[Risate]|(barulho)|[muziek]|(śmiech)|(skratt)
    [Музыка]|(смех)|[аплодисменты]|（拍手）|[笑い声]|[掌声]|(음악)|[박수]|(موسيقى)|[מוזיקה]|(เสียงเพลง)|[müzik]`
      .split(/[\n]/)
      .flatMap((line) => line.trim().replace('<|nospeech|>', '<\u0001nospeech\u0001>').split('|'))
      .map((mark) => mark.replaceAll('\u0001', '|')),
  )('are no words: %s', (mark) => {
    expect(texts([said(mark)]), 'a mark counts as words').toEqual([]);
    expect(texts([said(`${mark} Good morning.`)]).join(), 'words beside a mark are lost').toMatch(/Good morning\.$|^$/);
    const all = { text: mark, segments: [{ start: 0, end: 3, text: mark, speaker: 'A' }] };
    const piece = { channel: 0, startMs: 0, endMs: 9000, pcmPath: 'never read', speech: [{ startMs: 0, endMs: 9000 }] };
    for (const read of [readPlainResponse, readVerboseResponse, readDiarizedResponse])
      expect(read(all, piece).segments, `${read.name} takes a mark for words`).toEqual([]);
    expect(tidyHeard([said(mark)], piece), 'of a recogniser on this machine').toEqual([]);
  });

  it('beside words go, and the words stay with their times', () => {
    const word = (text: string, startMs: number) => ({ text, startMs, endMs: startMs + 300, confidence: 0.9 });
    const words = [
      word('[laughter]', 0),
      word('Good', 500),
      word('(upbeat', 900),
      word('music)', 1300),
      word('morning.', 1700),
    ];
    expect(keepSpoken([{ ...said('[laughter] Good (upbeat music) morning.'), words }])).toEqual([
      { ...said('Good morning.', 500, 2000), words: [words[1], words[4]] },
    ]);
    expect(texts([said('<|en|> Hello [inaudible] there <|endoftext|>')])).toEqual(['Hello there']);
    expect(texts([said('Please hold ♪ la la la ♪ Thank you for waiting.')])).toEqual([
      'Please hold Thank you for waiting.',
    ]);
  });

  it.each([
    'My number is (555) 123-4567.',
    '(0800) 123 456',
    'My account (the old one) is closed.',
    '(I was listening to music)',
    '(yes)',
    '[Yes, I understand.]',
    'My name is [NAME].',
    '[PHONE_NUMBER]',
    '[Anna Schmidt]',
    'I like music, and silence too.',
    'It is about the noise (from the neighbours).',
    'We are in (Belgium).',
    'I *really* need it',
    'less than < 5 and more than > 3',
    'Der Ton (bitte lauter) fehlt.',
    'Music',
  ])('are not what people say: %s', (text) => {
    expect(texts([said(text)])).toEqual([text]);
  });
});

describe('credits of films', () => {
  it.each([
    'Thanks for watching!',
    'Thank you so much for watching, everyone.',
    'Please subscribe to my channel.',
    "Don't forget to like and subscribe!",
    'Untertitel der Amara.org-Community',
    'Untertitel im Auftrag des ZDF für funk, 2017',
    'Untertitelung des ZDF, 2020',
    'Vielen Dank fürs Zuschauen!',
    "Sous-titres réalisés para la communauté d'Amara.org",
    "Sous-titrage ST' 501",
    "Merci d'avoir regardé cette vidéo !",
    'Subtítulos realizados por la comunidad de Amara.org',
    '¡Gracias por ver el video!',
    'Sottotitoli creati dalla comunità Amara.org',
    'Ondertiteld door de Amara.org gemeenschap',
    'Legendas pela comunidade Amara.org',
    'Napisy stworzone przez społeczność Amara.org',
    'Altyazı M.K.',
    'Субтитры сделал DimaTorzok',
    'Продолжение следует...',
    'Transcription by CastingWords',
    'ご視聴ありがとうございました',
    '字幕by索兰娅',
    '请不吝点赞 订阅 转发 打赏支持明镜与点点栏目',
    '시청해주셔서 감사합니다.',
  ])('are no words of a call: %s', (credit) => {
    expect(texts([said(credit)])).toEqual([]);
    expect(texts([said(`Goodbye. ${credit}`)]), 'the sentence before it is lost').toEqual(['Goodbye.']);
  });

  it.each([
    'Thanks for watching over my account.',
    'Can you subscribe me to the newsletter?',
    'See you in the next meeting.',
    'Der Untertitel stimmt nicht.',
    'Are the captions by the door wrong?',
    'Thank you.',
    'Vielen Dank.',
  ])('are not what people say: %s', (text) => {
    expect(texts([said(text)])).toEqual([text]);
  });
});

// cspell:enable

describe('loops', () => {
  it.each<[string, HeardSegment[]]>([
    ['a word 60 times in 2 s', [said(times(60, 'word'), 0, 2000)]],
    ['a word 40 times in 20 s', [said(times(40, 'you'), 0, 20_000)]],
    ['a sentence in one segment', [said(times(12, "I'm sorry."), 0, 12_000)]],
    [
      'a sentence in segments of its own',
      Array.from({ length: 14 }, (_, n) => said("I'm going to go now.", n * 2000, n * 2000 + 2000)),
    ],
    ['two sentences in turn', [said(times(6, 'I do not know. Let me see what I can do.'), 0, 28_000)]],
    ['in Japanese', [said(times(12, 'ありがとうございます', ''), 0, 29_000)]],
    ['in Chinese', [said(times(20, '好', ''), 0, 10_000)]],
    ['with punctuation and in capitals', [said(`${times(9, 'OKAY, okay, Okay!')}`, 0, 10_000)]],
  ])('are no words: %s', (_, segments) => {
    expect(texts(segments)).toEqual([]);
  });

  it('leave what stands before and after them', () => {
    expect(texts([said(`My name is Ada ${times(30, 'and')} goodbye.`, 0, 28_000)])).toEqual([
      'My name is Ada goodbye.',
    ]);
    const looping = [
      said('Good morning.', 0),
      ...Array.from({ length: 8 }, (_, n) => said('We will call you back.', 3000 + n * 1500, 4500 + n * 1500)),
      said('Goodbye.', 16_000),
    ];
    expect(texts(looping)).toEqual(['Good morning.', 'Goodbye.']);
  });

  it.each<[string, HeardSegment[]]>([
    ['no no no no', [said('No no no no!', 0, 1200)]],
    ['digits', [said('five five five five', 0, 1500)]],
    ['zeros of an account number', [said(times(10, 'zero'), 0, 4000)]],
    ['laughter', [said('Ha ha ha ha ha ha.', 0, 1500)]],
    ['thanks', [said('Thank you, thank you, thank you, thank you!', 0, 3000)]],
    ['a sentence three times', [said(times(3, 'I want to cancel.'), 0, 6000)]],
    ['a listener', Array.from({ length: 30 }, (_, n) => said('Okay.', n * 2000, n * 2000 + 500))],
    [
      'an announcement',
      Array.from({ length: 12 }, (_, n) => said('Please hold the line.', n * 10_000, n * 10_000 + 2000)),
    ],
  ])('are not what people repeat: %s', (_, segments) => {
    expect(texts(segments)).toEqual(segments.map(({ text }) => text));
  });
});

describe('a rate that nobody speaks at', () => {
  const many = (count: number) => Array.from({ length: count }, (_, n) => `word${n}`).join(' ');
  it.each<[string, string, number, boolean]>([
    ['80 words in 2 s', many(80), 2000, false],
    ['12 words in no time', many(12), 0, false],
    ['a word of 400 letters', 'a'.repeat(400), 2000, false],
    [
      '90 characters of Chinese',
      Array.from({ length: 90 }, (_, n) => String.fromCodePoint(0x4e00 + n)).join(''),
      2000,
      false,
    ],
    ['an auctioneer', many(12), 2000, true],
    ['a fast speaker, with times that are rounded to seconds', many(9), 1000, true],
    ['a word in no time', 'Yes.', 0, true],
    ['a long German word', 'Rechtsschutzversicherungsgesellschaften.', 1500, true],
    ['a card number', '4929 1234 5678 9012', 3000, true],
  ])('is no speech: %s', (_, text, lengthMs, isKept) => {
    expect(texts([said(text, 1000, 1000 + lengthMs), said('Goodbye.', 1001 + lengthMs)])).toEqual(
      isKept ? [text, 'Goodbye.'] : ['Goodbye.'],
    );
  });

  it('is not told of a segment with a start alone, which may last until the next one', () => {
    expect(texts([said(many(12), 1000, 1000), said('Goodbye.', 5000)]), 'segments').toHaveLength(2);
  });
});

it('leaves of text without times what is no mark', () => {
  expect(spokenText('[BLANK_AUDIO]')).toBe('');
  expect(spokenText(' Hello. (laughs)')).toBe('Hello.');
});

it.each(['[', '(', '*', '♪', '<|', '. ', 'a.b', '【', '[_', 'amara ', 'thank you for ', 'a b c d '])(
  'reads any text in one pass: %j a hundred thousand times',
  (part) => {
    expect(texts([said(part.repeat(100_000), 0, 1e9)]).length, 'segments').toBeLessThanOrEqual(1);
  },
);
