// Says by weights that were learnt what a request asks for. Pure.
import type { KnownLanguage } from '../../talk/talk.js';
import { type AskedFor, type Learnt, learntOf } from './learnt-file.js';
import { type Exchange, featuresOf } from './request-features.js';

/** Shares, by what may be asked for; together 1. */
export type Asked = ReadonlyMap<AskedFor, number>;

class RequestModel {
  readonly #weights: ReadonlyMap<string, Int8Array>;

  constructor(private readonly learnt: Learnt) {
    this.#weights = new Map(
      Object.entries(learnt.weights).map(([feature, text]) => [feature, new Int8Array(Buffer.from(text, 'base64'))]),
    );
  }

  asked(exchange: Exchange): Asked {
    const { classes, bias, step, commonWords } = this.learnt;
    const known = [...featuresOf(exchange, commonWords)].flatMap((feature) => this.#weights.get(feature) ?? []);
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

const MODELS: Readonly<Record<KnownLanguage, RequestModel>> = {
  en: new RequestModel(learntOf('en')),
  de: new RequestModel(learntOf('de')),
};

export const requestModelOf = (language: KnownLanguage) => MODELS[language];
