// Weights that were learnt from exchanges in which people ask for data and for other things: what a request asks for.
// `npm run requests` learns them; `test/speech/redaction/exchanges` has the exchanges. Pure.
import { z } from 'zod';
import { REDACTION_TYPES } from '../../../../ports/redaction.js';
import { readRules } from '../../talk/rule-shapes.js';
import type { KnownLanguage } from '../../talk/talk.js';
import { type Exchange, featuresOf } from './request-features.js';

/** A request asks for data of a type, or for something else. */
export const ASKED_FOR = ['none', ...REDACTION_TYPES] as const;
type AskedFor = (typeof ASKED_FOR)[number];

export const modelFile = z.strictObject({
  /** SHA-256 of the exchanges. */
  learntFrom: z.string(),
  classes: z.array(z.enum(ASKED_FOR)),
  /** Value of one step of a weight. */
  step: z.number().positive(),
  bias: z.array(z.number()),
  /** Those that many exchanges have. */
  commonWords: z.array(z.string()),
  /** A byte for each class, in base64, by feature. */
  weights: z.record(z.string(), z.string()),
});

/** Shares, by what may be asked for; together 1. */
export type Asked = ReadonlyMap<AskedFor, number>;

export class RequestModel {
  readonly #weights: ReadonlyMap<string, Int8Array>;
  readonly #common: ReadonlySet<string>;

  constructor(private readonly file: z.infer<typeof modelFile>) {
    this.#common = new Set(file.commonWords);
    this.#weights = new Map(
      Object.entries(file.weights).map(([feature, text]) => [feature, new Int8Array(Buffer.from(text, 'base64'))]),
    );
  }

  /** True for a word that few exchanges have, as names and passwords are. */
  isRare(word: string): boolean {
    return !this.#common.has(word);
  }

  asked(exchange: Exchange): Asked {
    const known = [...featuresOf(exchange, this.#common)].flatMap((feature) => this.#weights.get(feature) ?? []);
    const { classes, bias, step } = this.file;
    const scale = step / Math.sqrt(Math.max(1, known.length));
    const sums = classes.map(
      (_, at) => (bias[at] ?? 0) + scale * known.reduce((sum, each) => sum + (each[at] ?? 0), 0),
    );
    const highest = Math.max(...sums);
    const powers = sums.map((sum) => Math.exp(sum - highest));
    const total = powers.reduce((sum, power) => sum + power, 0);
    return new Map(classes.map((name, at) => [name, (powers[at] ?? 0) / total]));
  }
}

const read = (language: KnownLanguage) =>
  new RequestModel(readRules(modelFile, new URL(`./${language}.json`, import.meta.url)));
const MODELS: Readonly<Record<KnownLanguage, RequestModel>> = { en: read('en'), de: read('de') };

export const requestModelOf = (language: KnownLanguage) => MODELS[language];
