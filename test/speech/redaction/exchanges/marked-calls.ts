// Calls in which every word of data is marked, and calls without any: what the learnt words are learnt from.
// cspell:ignore sieben drei
import { readFileSync } from 'node:fs';
import type { KnownLanguage } from '../../../../src/phrases/known-languages.js';
import type { RedactionType } from '../../../../src/ports/redaction.js';
import { givenBy, type LabelledTurn } from './labelled-turns.js';

export interface MarkedTurn extends LabelledTurn {
  /** Characters of the text that are data. */
  readonly marks: readonly { readonly from: number; readonly to: number }[];
}

/** Calls, a turn a line: "C pin: it's {four two} one moment {one one}". */
export function markedCalls(language: KnownLanguage): MarkedTurn[][] {
  return readFileSync(new URL(`./marked-${language}.txt`, import.meta.url), 'utf8')
    .split(/\n\s*\n/)
    .map((call) => call.split('\n').flatMap(turnOf))
    .filter((turns) => turns.length > 0);
}

function turnOf(line: string): MarkedTurn[] {
  const [, party = '', kind = 'none', marked = ''] = /^([AC])(?: (\w+))?: (.+)$/.exec(line) ?? [];
  if (marked === '') return [];
  const marks: { from: number; to: number }[] = [];
  let text = '';
  for (const [at, part] of marked.split(/[{}]/).entries()) {
    if (at % 2 === 1) marks.push({ from: text.length, to: text.length + part.length });
    text += part;
  }
  return [{ party, text, gives: givenBy(kind), marks }];
}

export const typeAt = ({ gives, marks }: MarkedTurn, start: number): RedactionType | 'none' =>
  marks.some(({ from, to }) => start >= from && start < to) ? gives : 'none';
