// A call as a transcriber mishears it: some words become others that sound alike, some are lost, some fall in two.
// cspell:ignore aeiou
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SearchedSegment } from '../../../../src/speech/redaction/sensitive-span.js';
import type { Random } from '../../../support/builders/random.js';
import type { Language } from './number-words.js';
import { type Planted, type PlantedCall, randomOf } from './planted-call.js';

const MISHEARD = 0.15;

/** Words that sound alike, by the word that was said. */
const ALIKE = JSON.parse(readFileSync(join(import.meta.dirname, 'alike.json'), 'utf8')) as Record<
  Language,
  Readonly<Record<string, readonly string[]>>
>;

/** @param round another drawing of the same call */
export function misheard(call: PlantedCall, round: number): PlantedCall {
  const random = randomOf(`${call.id} misheard ${round}`);
  const language = call.call.language as Language;
  const planted: Planted[] = [];
  const segments = call.call.segments.map((segment): SearchedSegment => {
    const own = call.planted.filter(({ segmentId }) => segmentId === segment.id);
    let read = 0;
    let at = 0;
    const words = (segment.words ?? []).flatMap((word) => {
      const said = own.find(({ from }) => from >= read && from < read + word.text.length);
      read += word.text.length + 1;
      return heard(word.text, language, random).map((text) => {
        const length = text.replace(/[^\p{L}\p{N}]*$/u, '').length;
        if (said && length > 0) planted.push({ ...said, from: at, to: at + length });
        at += text.length + 1;
        return { ...word, text };
      });
    });
    return { ...segment, words, text: words.map(({ text }) => text).join(' ') };
  });
  return { ...call, planted, call: { ...call.call, segments } };
}

function heard(word: string, language: Language, random: Random): string[] {
  if (random.below(1_000) >= MISHEARD * 1_000) return [word];
  const [, bare = word, mark = ''] = /^(.*?)([^\p{L}\p{N}]*)$/u.exec(word) ?? [];
  const kind = random.below(5);
  if (kind === 0) return [];
  if (kind === 1 && bare.length > 5) {
    const middle = Math.floor(bare.length / 2);
    return [bare.slice(0, middle), bare.slice(middle) + mark];
  }
  const alike = ALIKE[language][bare.toLowerCase()];
  return [(alike ? random.of(alike) : slurred(bare, random)) + mark];
}

/** A word without a neighbour in the list: another digit for a digit, another vowel for a vowel. */
function slurred(word: string, random: Random): string {
  if (/\d/.test(word)) return word.replace(/\d/, () => String(random.below(10)));
  return word.replace(/[aeiou]/i, () => random.of(['a', 'e', 'i', 'o', 'u']));
}
