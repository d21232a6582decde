// Learns what requests ask for from exchanges and calls that people wrote. `npm run requests` writes what it learnt.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import type { KnownLanguage } from '../../../../src/phrases/known-languages.js';
import { REDACTION_COUNTRIES } from '../../../../src/ports/redaction.js';
import { askBookOf } from '../../../../src/speech/redaction/asks/ask-book.js';
import { ASKED_FOR, type AskedFor, type learntFile } from '../../../../src/speech/redaction/asks/learnt/learnt-file.js';
import {
  type Exchange,
  exchangesOf,
  featuresOf,
} from '../../../../src/speech/redaction/asks/learnt/request-features.js';
import { readTalk } from '../../../../src/speech/redaction/talk/talk.js';
import { learnWeights } from '../../../support/learning/learn-weights.js';
import { readGroups } from '../groups/groups.js';
import { callOf } from '../searched-call.js';
import { givenBy, type LabelledTurn } from './labelled-turns.js';
import { markedCalls } from './marked-calls.js';

export interface Example {
  readonly exchange: Exchange;
  readonly asked: AskedFor;
}

/** Everything that the requests of a language are learnt from. */
export function allExamples(language: KnownLanguage): { examples: Example[]; learntFrom: string } {
  const marked = markedCalls(language).flatMap((turns) => examplesOf(language, turns));
  const examples = [...examplesWithoutMarks(language), ...marked];
  return { examples, learntFrom: createHash('sha256').update(JSON.stringify(examples)).digest('hex') };
}

export function examplesWithoutMarks(language: KnownLanguage): Example[] {
  const groups = (['secrets', 'numbers', 'ordinary'] as const).flatMap((name) => talkOf(name, language));
  return [
    ...linesOf(language, 'exchanges')
      .map(turnsOf)
      .flatMap((turns) => examplesOf(language, turns, turns.length - 2)),
    ...[...callsIn(language), ...groups].flatMap((turns) => examplesOf(language, turns)),
  ];
}

/** Seen talk in a language. */
export function talkOf(name: 'secrets' | 'numbers' | 'ordinary', language: KnownLanguage): LabelledTurn[][] {
  return readGroups(name, 'seen')
    .filter((group) => group.language === language)
    .map(({ turns, secrets = [] }) => {
      const typeAt = new Map(secrets.flatMap(({ type, at = [] }) => at.map((turn) => [turn, type] as const)));
      return turns.map(([party, text], index) => ({ party, text, gives: typeAt.get(index) ?? ('none' as const) }));
    });
}

const textOf = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8');

/** Lines of a file, each with a kind, what was said before, a request, and its answer. */
export const linesOf = (language: KnownLanguage, name: 'exchanges' | 'unseen'): string[][] =>
  textOf(`${name}-${language}.tsv`)
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split('\t'));

export function turnsOf([kind = '', before = '-', request = '', answer = '']: readonly string[]): LabelledTurn[] {
  const earlier = before === '-' ? [] : before.split(' / ');
  return [
    ...earlier.map((text, at) => ({
      party: (earlier.length - at) % 2 === 1 ? 'C' : 'A',
      text,
      gives: 'none' as const,
    })),
    { party: 'A', text: request, gives: 'none' },
    { party: 'C', text: answer, gives: givenBy(kind) },
  ];
}

/** Calls, a turn a line: "C pin: it's four two one one". */
export function callsIn(language: KnownLanguage): LabelledTurn[][] {
  return textOf(`calls-${language}.txt`)
    .split(/\n\s*\n/)
    .map((call) =>
      call.split('\n').flatMap((line) => {
        const [, party = '', kind = 'none', text = ''] = /^([AC])(?: (\w+))?: (.+)$/.exec(line) ?? [];
        return text === '' ? [] : [{ party, text, gives: givenBy(kind) }];
      }),
    );
}

/** An example for each turn from a place on that is answered: it asks for what the next turn gives. */
export function examplesOf(language: KnownLanguage, turns: readonly LabelledTurn[], from = 0): Example[] {
  // Turns of one party that follow one another are one turn of the call.
  if (turns.some(({ party }, at) => party === turns[at - 1]?.party)) return [];
  const lines = turns.map(({ party, text }) => `${party}: ${text}`);
  const talk = readTalk(callOf(language, ...lines), language, REDACTION_COUNTRIES);
  return exchangesOf(talk, askBookOf(language)).flatMap((exchange, index) => {
    const isAnswer = turns[index]?.gives !== 'none';
    return index < from || exchange === null || isAnswer
      ? []
      : [{ exchange, asked: turns[index + 1]?.gives ?? 'none' }];
  });
}

/** Examples in which a common word stands at least. */
const MIN_OF_COMMON_WORD = 5;

/** Words of requests, and of answers that give no data: who writes examples thinks of the same passwords again and again. */
function commonWordsOf(examples: readonly Example[]): string[] {
  const counts = new Map<string, number>();
  for (const { exchange, asked } of examples)
    for (const word of new Set([...exchange.request, ...(asked === 'none' ? exchange.answer : [])]))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .filter(([, count]) => count >= MIN_OF_COMMON_WORD)
    .map(([word]) => word)
    .sort();
}

export function learn(
  language: KnownLanguage,
  examples: readonly Example[],
): Omit<z.input<typeof learntFile>, 'learntFrom'> {
  const commonWords = commonWordsOf(examples);
  const common = new Set(commonWords);
  const known = examples.map(({ exchange, asked }) => ({
    features: [...featuresOf(exchange, { language, common })],
    is: asked,
  }));
  return { commonWords, ...learnWeights(ASKED_FOR, known, { epochs: 10, minExamples: 5, shrinks: 1e-4 }) };
}
