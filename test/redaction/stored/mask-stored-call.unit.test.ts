// What masking leaves of the texts that are stored of a call.
import { describe, expect, it } from 'vitest';
import type { KindOfText } from '../../../src/calls/redaction/holder-of-words.js';
import type { WantedRedaction } from '../../../src/ports/redaction.js';
import { maskStoredCall, type StoredText } from '../../../src/redaction/stored/mask-stored-call.js';

const WANTED: WantedRedaction = {
  mode: 'text',
  types: ['card_number'],
  countries: ['US'],
  custom: [],
  replacement: 'label',
  audio: 'tone',
  original: 'keep',
};
const CARD = '4111 1111 1111 1111';
const LABEL = '[CARD_NUMBER_1]';

const transcriptOf = (...texts: string[]) => ({
  version: 1,
  text: texts.map((text) => `Agent: ${text}`).join('\n'),
  language: 'en',
  segments: texts.map((text, id) => ({
    id,
    speaker: 'agent',
    channel: null,
    start: id,
    end: id + 1,
    text,
    confidence: 0.9,
    edited: false,
    words: null,
  })),
  diarization: { method: 'channel', role_confidence: 1 },
});
const words = (version: number, ...texts: string[]): StoredText => ({
  kind: 'words',
  version,
  text: JSON.stringify(transcriptOf(...texts)),
});
const other = (kind: KindOfText, value: unknown): StoredText => ({
  kind,
  version: null,
  text: kind === 'note' ? String(value) : JSON.stringify(value),
});
const mask = (...texts: StoredText[]) => maskStoredCall({ texts, wanted: WANTED, further: [], emptySentences: false });
const masked = (...texts: StoredText[]) => mask(...texts).texts.map((text, at) => text ?? texts[at]?.text ?? '');

describe('the texts of a stored call', () => {
  it('are masked in each version by its own finding', () => {
    const [present = '', before = ''] = masked(
      words(2, 'Hello.', `It is ${CARD}.`),
      words(1, `${CARD} it is.`, 'Bye.'),
    );
    expect(JSON.parse(present).segments[1].text).toBe(`It is ${LABEL}.`);
    expect(JSON.parse(present).text).toBe(`Agent: Hello.\nAgent: It is ${LABEL}.`);
    expect(JSON.parse(before).segments[0].text).toBe(`${LABEL} it is.`);
  });

  it('keep to the letter what holds nothing', () => {
    const texts = [words(2, 'Hello.'), words(1, `It is ${CARD}.`)];
    expect(mask(...texts).texts).toEqual([null, expect.stringContaining(LABEL)]);
  });

  it('are left alone where nothing is found', () => {
    const judged = other('judged', { summary: 'All is well.' });
    expect(mask(words(1, 'Hello.'), judged)).toMatchObject({ texts: [null, null], isMasked: false });
  });

  it('lose all sentences and keep their answers', () => {
    const results = {
      summary: `The card is ${CARD}.`,
      coaching: { strengths: ['Kind.'], recommendations: ['Ask less.'], customer_effort_score: 2 },
      compliance: {
        mandatory_disclosures: { performed: false, missing: ['recording'], evidence: '', citations: [] },
        violations: [
          {
            rule: 'card_read',
            description: 'Said it.',
            evidence: `is ${CARD}`,
            citations: [
              { segment_id: 0, speaker: 'agent', start: 0, end: 1, quote: `is ${CARD}`, verification: 'verified' },
            ],
          },
        ],
      },
      unknown: 'whatever this is',
    };
    const [, judged = ''] = masked(words(1, `It is ${CARD}.`), other('judged', results));
    expect(JSON.parse(judged)).toEqual({
      summary: '',
      coaching: { strengths: [], recommendations: [], customer_effort_score: 2 },
      compliance: {
        mandatory_disclosures: { performed: false, missing: [], evidence: '', citations: [] },
        violations: [
          {
            rule: 'card_read',
            description: '',
            evidence: `is ${LABEL}`,
            citations: [
              { segment_id: 0, speaker: 'agent', start: 0, end: 1, quote: `is ${LABEL}`, verification: 'verified' },
            ],
          },
        ],
      },
      unknown: '',
    });
  });

  it.each([
    ['within what is masked', '1111 1111', LABEL],
    ['over its beginning', 'It is 4111', `It is ${LABEL}`],
    ['beside it', 'Thank you.', 'Thank you.'],
    ['in no version', 'It was 4111', ''],
  ])('have a quotation %s as the transcript has it', (_, quote, expected) => {
    const quoted = [{ segment_id: 0, quote }];
    const [transcript = '', judged = ''] = masked(words(1, `It is ${CARD}. Thank you.`), other('judged', quoted));
    expect(JSON.parse(judged)[0].quote).toBe(expected);
    expect(JSON.parse(transcript).segments[0].text).toContain(expected);
  });

  it('have the notes of persons masked, not emptied', () => {
    const review = {
      findings: [{ finding: 'quality.greeting', answer: 'yes', note: `Heard ${CARD} twice`, quotes: [] }],
    };
    const answers = [
      { question: 'q1', answer: 'yes', rationale: `She read ${CARD}`, source: 'human', citations: [] },
      { question: 'q2', answer: 'no', rationale: 'The agent does not say so.', source: 'model', citations: [] },
    ];
    const [, note = '', ofReview = '', ofAnswers = ''] = masked(
      words(1, `It is ${CARD}.`),
      other('note', `Card ${CARD}, see above`),
      other('judged', review),
      other('judged', answers),
    );
    expect(note).toBe(`Card ${LABEL}, see above`);
    expect(JSON.parse(ofReview).findings[0]).toMatchObject({ answer: 'yes', note: `Heard ${LABEL} twice` });
    expect(JSON.parse(ofAnswers)).toMatchObject([{ rationale: `She read ${LABEL}`, answer: 'yes' }, { rationale: '' }]);
  });

  it('are masked where a note alone holds something', () => {
    const [, note] = mask(words(1, 'Hello.'), other('note', `Card ${CARD}`)).texts;
    expect(note).toBe(`Card ${LABEL}`);
  });

  it('are masked in what a person puts right', () => {
    const changes = {
      swapRoles: false,
      speakers: {},
      segments: [
        { id: 0, text: `No, ${CARD}` },
        { id: 1, speaker: 'agent' },
      ],
    };
    const [, after = ''] = masked(words(1, 'Mumble.', 'Hello.'), other('changes', changes));
    expect(JSON.parse(after)).toEqual({
      ...changes,
      segments: [
        { id: 0, text: `No, ${LABEL}` },
        { id: 1, speaker: 'agent' },
      ],
    });
  });

  it('lose in earlier versions and notes what a model found in the present one', () => {
    const task = {
      texts: [
        words(2, 'I am Ada Lovelace.'),
        words(1, 'Me? Ada Lovelace, yes.'),
        other('note', 'Ask ada lovelace again'),
      ],
      wanted: WANTED,
      further: [
        {
          segmentId: 0,
          from: 5,
          to: 17,
          type: 'person_name',
          basis: 'model' as const,
          confidence: 0.8,
          content: 'ada lovelace',
        },
      ],
      emptySentences: true,
    };
    const [present = '', before = '', note] = maskStoredCall(task).texts.map((text) => text ?? '');
    expect(JSON.parse(present).segments[0].text).toBe('I am [PERSON_NAME_1].');
    expect(JSON.parse(before).segments[0].text).toBe('Me? [PERSON_NAME_1], yes.');
    expect(note).toBe('Ask [PERSON_NAME_1] again');
  });
});
