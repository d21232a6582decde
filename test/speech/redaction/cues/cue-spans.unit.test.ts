import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { KnownLanguage } from '../../../../src/phrases/known-languages.js';
import { REDACTION_TYPES } from '../../../../src/ports/redaction.js';
import { cueFile } from '../../../../src/speech/redaction/cues/cue-book.js';
import { cueSpans } from '../../../../src/speech/redaction/cues/cue-spans.js';
import { readTalk } from '../../../../src/speech/redaction/talk/talk.js';
import { callOf, marked, WANTED, withoutBrackets } from '../searched-call.js';

/** The book's own sentences: what stands in brackets is found, and nothing else. */
const bookOf = (language: KnownLanguage) =>
  cueFile.parse(
    JSON.parse(
      readFileSync(new URL(`../../../../src/speech/redaction/cues/${language}.json`, import.meta.url), 'utf8'),
    ),
  );

function foundBy(language: KnownLanguage, type: (typeof WANTED.types)[number], line: string) {
  const call = callOf(language, withoutBrackets(line));
  return marked(call, cueSpans(readTalk(call, language, WANTED.countries), { types: [type] })).join('\n');
}

for (const language of ['en', 'de'] as const) {
  describe(`the cues of ${language}`, () => {
    it('stand before every type that its digits alone do not show', () => {
      const cued = new Set(bookOf(language).cues.map(({ type }) => type));
      expect(REDACTION_TYPES.filter((type) => !cued.has(type))).toEqual(['card_number']);
    });

    it.each(bookOf(language).cues.flatMap(({ type, for: lines }) => lines.map((line) => ({ type, line }))))(
      'find the $type in: $line',
      ({ type, line }) => {
        expect(foundBy(language, type, line)).toBe(line);
      },
    );

    it.each(bookOf(language).cues.flatMap(({ type, against }) => against.map((line) => ({ type, line }))))(
      'find no $type in: $line',
      ({ type, line }) => {
        expect(foundBy(language, type, line)).toBe(line);
      },
    );
  });
}
