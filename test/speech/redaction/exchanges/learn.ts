// Learns what requests ask for from exchanges and calls that people wrote: a linear model over words, by gradients that shrink
// with what was seen (AdaGrad), with the same result at each run. `npm run requests` writes what it learnt.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { REDACTION_COUNTRIES, type RedactionType } from '../../../../src/ports/redaction.js';
import { askBookOf } from '../../../../src/speech/redaction/asks/ask-book.js';
import { ASKED_FOR, type AskedFor, type learntFile } from '../../../../src/speech/redaction/asks/learnt/learnt-file.js';
import {
  type Exchange,
  exchangesOf,
  featuresOf,
} from '../../../../src/speech/redaction/asks/learnt/request-features.js';
import { type KnownLanguage, readTalk } from '../../../../src/speech/redaction/talk/talk.js';
import { readGroups } from '../groups/groups.js';
import { callOf } from '../searched-call.js';

interface Example {
  readonly exchange: Exchange;
  readonly asked: AskedFor;
}

/** A turn, and what it gives that was asked for. */
interface LabelledTurn {
  readonly party: string;
  readonly text: string;
  readonly gives: AskedFor;
}

const SECRETS: Readonly<Record<string, RedactionType>> = {
  pin: 'password_or_pin',
  password: 'password_or_pin',
  one_time_code: 'password_or_pin',
  security_answer: 'password_or_pin',
};

/** Everything that a language is learnt from. */
export function allExamples(language: KnownLanguage): { examples: Example[]; learntFrom: string } {
  const groups = (['secrets', 'numbers', 'ordinary'] as const)
    .flatMap((name) => readGroups(name, 'seen'))
    .filter((group) => group.language === language)
    .map(({ turns, secrets = [] }) => {
      const typeAt = new Map(secrets.flatMap(({ type, at = [] }) => at.map((turn) => [turn, type] as const)));
      return turns.map(([party, text], index) => ({ party, text, gives: typeAt.get(index) ?? ('none' as const) }));
    });
  const examples = [
    ...linesOf(language, 'exchanges')
      .map(turnsOf)
      .flatMap((turns) => examplesOf(language, turns, turns.length - 2)),
    ...[...callsIn(language), ...groups].flatMap((turns) => examplesOf(language, turns)),
  ];
  return { examples, learntFrom: createHash('sha256').update(JSON.stringify(examples)).digest('hex') };
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
function callsIn(language: KnownLanguage): LabelledTurn[][] {
  return textOf(`calls-${language}.txt`)
    .split(/\n\s*\n/)
    .map((call) =>
      call.split('\n').flatMap((line) => {
        const [, party = '', kind = 'none', text = ''] = /^([AC])(?: (\w+))?: (.+)$/.exec(line) ?? [];
        return text === '' ? [] : [{ party, text, gives: givenBy(kind) }];
      }),
    );
}

const givenBy = (kind: string): AskedFor => SECRETS[kind] ?? ASKED_FOR.find((each) => each === kind) ?? 'none';

/** An example for each turn from a place on that is answered: it asks for what the next turn gives. */
function examplesOf(language: KnownLanguage, turns: readonly LabelledTurn[], from = 0): Example[] {
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

const EPOCHS = 15;
const RATE = 0.3;
/** Part of a weight that is taken back at each example that has its feature. */
const SHRINKS = 6e-4;
/** Examples in which a feature stands at least. */
const MIN_EXAMPLES = 3;
/** Examples in which a common word stands at least. */
const MIN_OF_COMMON_WORD = 5;
const MAX_STEP = 127;
/** Weights of so many steps at most decide nothing. */
const MAX_IDLE_STEPS = 3;

/** Linear congruential generator of Numerical Recipes. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

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

export function learn(examples: readonly Example[]): Omit<z.input<typeof learntFile>, 'learntFrom'> {
  const classes = ASKED_FOR.filter((name) => examples.some(({ asked }) => asked === name));
  const commonWords = commonWordsOf(examples);
  const common = new Set(commonWords);
  const read = examples.map(({ exchange }) => [...featuresOf(exchange, common)]);
  const counts = new Map<string, number>();
  for (const features of read) for (const feature of features) counts.set(feature, (counts.get(feature) ?? 0) + 1);
  const names = [...counts].filter(([, count]) => count >= MIN_EXAMPLES).map(([name]) => name);
  const idOf = new Map(names.map((name, id) => [name, id]));
  const known = read.map((features) => features.flatMap((feature) => idOf.get(feature) ?? []));
  const wanted = examples.map(({ asked }) => classes.indexOf(asked));
  const size = classes.length;
  const [weights, seen] = [new Float64Array(names.length * size), new Float64Array(names.length * size).fill(1e-3)];
  const [bias, biasSeen] = [new Float64Array(size), new Float64Array(size).fill(1e-3)];
  const random = randomFrom(7);
  const order = known.map((_, at) => at);
  for (let epoch = 0; epoch < EPOCHS; epoch += 1) {
    for (let at = order.length - 1; at > 0; at -= 1) {
      const other = Math.floor(random() * (at + 1));
      [order[at], order[other]] = [order[other]!, order[at]!];
    }
    for (const at of order) {
      const features = known[at]!;
      const scale = 1 / Math.sqrt(Math.max(1, features.length));
      const sums = classes.map(
        (_, k) => bias[k]! + scale * features.reduce((sum, id) => sum + weights[id * size + k]!, 0),
      );
      const highest = Math.max(...sums);
      const powers = sums.map((sum) => Math.exp(sum - highest));
      const total = powers.reduce((sum, power) => sum + power, 0);
      for (let k = 0; k < size; k += 1) {
        const slope = powers[k]! / total - (k === wanted[at] ? 1 : 0);
        biasSeen[k]! += slope * slope;
        bias[k]! -= (RATE * slope) / Math.sqrt(biasSeen[k]!);
        for (const id of features) {
          const place = id * size + k;
          const own = slope * scale + SHRINKS * weights[place]!;
          seen[place]! += own * own;
          weights[place]! -= (RATE * own) / Math.sqrt(seen[place]!);
        }
      }
    }
  }
  const step = weights.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0) / MAX_STEP;
  return {
    classes,
    step,
    commonWords,
    bias: [...bias].map((each) => Number(each.toFixed(4))),
    weights: Object.fromEntries(
      names.sort().flatMap((name) => {
        const at = idOf.get(name)! * size;
        const bytes = Int8Array.from(weights.subarray(at, at + size), (weight) => Math.round(weight / step));
        const isIdle = bytes.every((steps) => Math.abs(steps) <= MAX_IDLE_STEPS);
        return isIdle ? [] : [[name, Buffer.from(bytes.buffer).toString('base64')] as const];
      }),
    ),
  };
}
