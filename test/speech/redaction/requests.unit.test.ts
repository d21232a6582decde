// Requests in the words that people use, with and without punctuation: what was asked for is masked, and what was not is kept. In
// brackets: what is masked.
// cspell:disable -- German sentences
import { describe, expect, it } from 'vitest';
import { REDACTION_TYPES, TYPE_ROWS } from '../../../src/ports/redaction.js';
import { findSensitive } from '../../../src/speech/redaction/find-sensitive.js';
import { maskSegments } from '../../../src/speech/redaction/mask-segments.js';
import { callOf, marked, WANTED, withoutBrackets } from './searched-call.js';

const PCI = REDACTION_TYPES.filter((type) => TYPE_ROWS[type].isPci);

function found(language: string, lines: readonly string[], types = PCI) {
  const call = callOf(language, ...lines.map(withoutBrackets));
  const { spans } = findSensitive(call, { ...WANTED, types });
  return { call, spans, lines: marked(call, spans) };
}

const CARD = 'four five five six seven three seven five eight six eight nine nine eight five five';
const KARTE = 'vier fünf fünf sechs sieben drei sieben fünf acht sechs acht neun neun acht fünf fünf';

describe('a security code', () => {
  const WORDS = [
    'and the code',
    'and what are the last three',
    'the check number',
    'and the short one',
    'and round the back',
    'whats on the signature strip',
    'and the little number on the reverse',
    'and the other three',
    'just the three at the end on the back',
  ];

  it.each([...WORDS, ...WORDS.map((line) => `${line[0]!.toUpperCase()}${line.slice(1)}?`)])(
    'is masked after: %s',
    (ask) => {
      const lines = [
        'A: card number please',
        `C: [${CARD}]`,
        'A: and the expiry',
        'C: [oh nine twenty seven]',
        `A: ${ask}`,
        'C: [eight one nine]',
      ];
      expect(found('en', lines).lines).toEqual(lines);
    },
  );

  it.each([
    'und die prüfziffer',
    'und hinten drauf',
    'und die kleine nummer auf der rückseite',
    'und noch der code',
    'die letzten drei hinten',
  ])('is masked in German after: %s', (ask) => {
    const lines = [
      'A: die kartennummer bitte',
      `C: [${KARTE}]`,
      'A: und gültig bis',
      'C: [null neun siebenundzwanzig]',
      `A: ${ask}`,
      'C: [acht eins neun]',
    ];
    expect(found('de', lines).lines).toEqual(lines);
  });

  it('is masked across a question of the other party', () => {
    const lines = [
      'A: can i take the card number',
      `C: [${CARD}]`,
      'A: and the short one',
      'C: sorry what',
      'A: on the back of it',
      'C: [oh um yeah eight one nine]',
    ];
    expect(found('en', lines).lines).toEqual(lines);
  });
});

describe('a code that was sent', () => {
  it.each([
    "we've just sent you a text with a code can you read that out",
    'the otp please',
    'what came up on the authenticator',
    'the two factor code',
    'whats the six digit number in the message',
    'has it come through yet whats the number',
    'what digits are you seeing',
    'could i have the one we just texted',
    'Give me the security number that just came in?',
  ])('is masked after: %s', (ask) => {
    const lines = [`A: ${ask}`, 'C: [four four nine one oh two]', 'A: lovely thank you'];
    expect(found('en', lines).lines).toEqual(lines);
  });

  it.each([
    'was steht in der sms',
    'ich hab ihnen gerade einen code geschickt können sie den vorlesen',
    'die tan bitte',
    'und was zeigt die app an',
    'Welche Zahl ist gekommen?',
    'nennen sie mir die freigabenummer',
  ])('is masked in German after: %s', (ask) => {
    const lines = [`A: ${ask}`, 'C: [vier vier neun eins null zwei]', 'A: alles klar danke'];
    expect(found('de', lines).lines).toEqual(lines);
  });

  it('is masked where the first one had expired', () => {
    const lines = [
      'A: have you received the sms',
      "C: i've got two of them",
      'A: the latest',
      'C: [eight oh eight one seven two]',
      "A: not going what's the other",
      'C: [four four three five nine one]',
    ];
    expect(found('en', lines).lines).toEqual(lines);
  });
});

describe('a card number', () => {
  it('is masked in a correction after it was read back', () => {
    const lines = [
      'A: and the card number',
      `C: [${CARD}]`,
      `A: so that's [${CARD}]`,
      'C: no the second bit is [seven three nine five]',
    ];
    expect(found('en', lines).lines).toEqual(lines);
  });

  it("is masked across the customer's own question", () => {
    const lines = [
      "A: what's the long number",
      'C: [five five two zero] do you want them in fours',
      'A: yes please',
      'C: [eight one nine two three three four four seven one nine zero]',
    ];
    expect(found('en', lines).lines).toEqual(lines);
  });

  it('has the same label when it is said again after a second one', () => {
    const other = 'four one one one one one one one one one one one one one one one';
    const { call, spans } = found('en', [
      'A: card number please',
      `C: ${CARD}`,
      'A: and the other card',
      `C: ${other}`,
      'A: and the first card again',
      `C: ${CARD}`,
    ]);
    const labels = maskSegments(call.segments, spans, 'label').segments.flatMap(
      ({ text }) => text.match(/\[\w+\]/g) ?? [],
    );
    expect(labels).toEqual(['[CARD_NUMBER_1]', '[CARD_NUMBER_2]', '[CARD_NUMBER_1]']);
  });
});

describe('a secret that is spelled', () => {
  it.each([
    ['en', ['A: what password do you want to use', 'C: password is [capital r i v e r s one two three]']],
    ['en', ['A: hi', 'C: yeah my password is [capital t i g e r underscore four four dollar sign]']],
    ['en', ['A: hi', "C: so the password's [sunflower with a capital s and a zero instead of the o]"]],
    ['de', ['A: welches passwort', 'C: das passwort ist [groß t i g e r unterstrich vier vier]']],
  ])('%s: is masked to its end: %j', (language, lines) => {
    expect(found(language, lines).lines).toEqual(lines);
  });

  it.each([
    ['A: not quite', 'C: [bluebell fourteen]'],
    ['A: Can you spell that?', 'C: [B-L-U-E-B-E-L-L].'],
  ])('is masked again after: %s', (...again) => {
    const lines = ['A: can i get the account password', 'C: [bluebell forty]', ...again];
    expect(found('en', lines).lines).toEqual(lines);
  });

  it('is masked as the answer to a security question', () => {
    const lines = [
      "A: what city were you born in that's the question on here",
      'C: [tulsa]',
      "A: alright i've lifted the hold",
    ];
    expect(found('en', lines).lines).toEqual(lines);
  });
});

describe('what a person is', () => {
  it.each([
    [
      'en',
      ['A: where do you live', 'C: [four one two willow street apartment four b boise idaho eight three seven oh two]'],
    ],
    ['en', ['A: and the address please', "C: it's [flat three eighteen castle road in leeds l s six two a b]"]],
    ['de', ['A: ihre adresse bitte', 'C: [lindenstraße vierzehn in fünf null sechs sechs sieben köln]']],
    [
      'en',
      [
        'A: morning',
        'C: hello this is [bjorn halvorsen] calling about the boiler',
        "A: the surname's spelled?",
        'C: [h a l v o r s e n]',
      ],
    ],
    ['en', ["A: who's the account holder", "C: it's under my wife's name [gabriela montoya]"]],
    ['en', ['A: where shall i send it', 'C: [jan.peters@example.org] please']],
  ])('%s: is masked whole: %j', (language, lines) => {
    expect(found(language, lines, [...REDACTION_TYPES]).lines).toEqual(lines);
  });

  it('is not taken for what the next words name', () => {
    const lines = ['A: how can i help', 'C: my social is [312-20-3437] and call me at (415) 631-9337'];
    const types = REDACTION_TYPES.filter((type) => type !== 'phone_number');
    expect(found('en', lines, types).lines).toEqual(lines);
  });
});

describe('a number that is no secret', () => {
  it.each([
    [
      "C: delivery for unit seventy two it's seventy five pallets po six one eight three eight eight",
      'A: bay fourteen at nine thirty',
    ],
    ['C: my booking is seven four one nine two two at ten fifteen', 'A: found it'],
    [
      'C: blood pressure was one thirty over eighty five yesterday and one forty two over ninety this morning',
      'A: okay',
    ],
    [
      "A: it's either forty nine ninety nine or fifty nine ninety nine a month",
      'C: and the other was twelve fifty or thirteen seventy five',
    ],
    [
      'A: flight b a two eight five departs at fourteen twenty gate thirty two',
      'C: and it lands at sixteen forty five',
    ],
    [
      'A: what does the meter say',
      'C: four four nine one oh two',
      'A: and the serial number',
      'C: eight one nine three three two seven',
    ],
    [
      'A: can you read me the error code',
      'C: four oh four one two',
      'A: and the part number on the back',
      'C: seven seven one four',
    ],
    ['A: what is the code on the ticket', 'C: eight one nine four', 'A: what time', 'C: half past nine'],
  ])('is kept: %j', (...lines) => {
    expect(found('en', lines, [...REDACTION_TYPES]).lines).toEqual(lines);
  });
});
