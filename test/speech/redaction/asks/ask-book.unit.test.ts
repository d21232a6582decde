import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { KnownLanguage } from '../../../../src/phrases/known-languages.js';
import type { PatternIndex } from '../../../../src/phrases/pattern-index.js';
import { REDACTION_TYPES, type RedactionType } from '../../../../src/ports/redaction.js';
import { askBookOf, askFile } from '../../../../src/speech/redaction/asks/ask-book.js';
import { hintsIn } from '../../../../src/speech/redaction/asks/matter.js';
import { standing } from '../../../../src/speech/redaction/talk/rule-shapes.js';
import { readTalk } from '../../../../src/speech/redaction/talk/talk.js';
import { callOf } from '../searched-call.js';

const fileOf = (language: KnownLanguage) =>
  askFile.parse(
    JSON.parse(
      readFileSync(new URL(`../../../../src/speech/redaction/asks/${language}.json`, import.meta.url), 'utf8'),
    ),
  );

/** As written, and as engines without punctuation write it. */
const spellings = (line: string) => [line, line.replaceAll(/[.,?!]/g, '').toLowerCase()];
const wordsOf = (language: KnownLanguage, line: string) =>
  readTalk(callOf(language, `A: ${line}`, 'B: -'), language, []).turns.flatMap(({ words }) => words);

/** The types that a sentence asks for; of two that end with the same word, the first of the book. */
function askedBy(language: KnownLanguage, line: string): RedactionType[] {
  const words = wordsOf(language, line);
  const byEnd = new Map<number, { type: RedactionType; order: number }>();
  for (const { owner, to } of standing(words, askBookOf(language).asks.find(words), ({ type }) => type)) {
    if ((byEnd.get(to)?.order ?? Number.POSITIVE_INFINITY) > owner.order) byEnd.set(to, owner);
  }
  return [...byEnd.values()].map(({ type }) => type);
}

for (const language of ['en', 'de'] as const) {
  const { asks, hints, otherNumbers, signs, letterCases, keys, noAnswer, refusals, repeats, cuts } = fileOf(language);
  describe(`the questions of ${language}`, () => {
    it('ask for every type', () => {
      expect([...new Set(asks.map(({ type }) => type))].sort()).toEqual([...REDACTION_TYPES].sort());
    });

    it.each(asks.flatMap(({ type, for: lines }) => lines.flatMap(spellings).map((line) => ({ type, line }))))(
      'ask for the $type: $line',
      ({ type, line }) => {
        expect(askedBy(language, line)).toContain(type);
      },
    );

    it.each(asks.flatMap(({ type, against }) => against.map((line) => ({ type, line }))))(
      'ask for no $type: $line',
      ({ type, line }) => {
        expect(askedBy(language, line)).not.toContain(type);
      },
    );
  });

  describe(`the words of requests for a code in ${language}`, () => {
    const hinted = (line: string) => hintsIn(askBookOf(language), wordsOf(language, line)).types;

    it.each(hints.flatMap(({ type, for: lines }) => lines.map((line) => ({ type, line }))))(
      'hint at a $type: $line',
      ({ type, line }) => expect(hinted(line)).toContain(type),
    );

    it.each(hints.flatMap(({ type, against }) => against.map((line) => ({ type, line }))))(
      'hint at no $type: $line',
      ({ type, line }) => expect(hinted(line)).not.toContain(type),
    );
  });

  describe(`the other phrases of ${language}`, () => {
    const book = askBookOf(language);
    const lists = [
      ['otherNumbers', otherNumbers, book.otherNumbers],
      ['signs', signs, book.signs],
      ['letterCases', letterCases, book.letterCases],
      ['keys', keys, book.keys],
      ['noAnswer', noAnswer, book.noAnswer],
      ['refusals', refusals, book.refusals],
      ['repeats', repeats, book.repeats],
      ['cuts', cuts, book.cuts],
    ] as const;
    const isFound = (index: PatternIndex<null>, line: string) => index.find(wordsOf(language, line)).length > 0;

    it.each(lists.flatMap(([name, rule, index]) => rule.for.map((line) => ({ name, index, line }))))(
      'are $name: $line',
      ({ index, line }) => expect(isFound(index, line), line).toBe(true),
    );

    it.each(lists.flatMap(([name, rule, index]) => rule.against.map((line) => ({ name, index, line }))))(
      'are not $name: $line',
      ({ index, line }) => expect(isFound(index, line), line).toBe(false),
    );
  });
}
