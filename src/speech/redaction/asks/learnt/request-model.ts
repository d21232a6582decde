// Says by weights that were learnt what a request asks for. Pure.

import type { KnownLanguage } from '../../../../phrases/known-languages.js';
import { LinearModel } from '../../../../phrases/learnt/linear-model.js';
import type { RedactionType } from '../../../../ports/redaction.js';
import { type AskedFor, type Learnt, learntOf } from './learnt-file.js';
import { type Exchange, featuresOf } from './request-features.js';

/** Shares, by what may be asked for; together 1. */
export type Asked = ReadonlyMap<AskedFor, number>;

export class RequestModel {
  readonly #model: LinearModel<AskedFor>;

  constructor(
    private readonly language: KnownLanguage,
    private readonly learnt: Learnt,
  ) {
    this.#model = new LinearModel(learnt);
  }

  asked(exchange: Exchange): Asked {
    return this.#model.shares(featuresOf(exchange, { language: this.language, common: this.learnt.commonWords }));
  }
}

const MODELS: Readonly<Record<KnownLanguage, RequestModel>> = {
  en: new RequestModel('en', learntOf('en')),
  de: new RequestModel('de', learntOf('de')),
};

export const requestModelOf = (language: KnownLanguage) => MODELS[language];

export interface Likeliest {
  readonly type: RedactionType;
  /** Share of all types that are wanted. */
  readonly share: number;
}

/** @returns the likeliest of the types that are wanted; null where none of them is known */
export function likeliestOf(shares: Asked, wanted: ReadonlySet<RedactionType>): Likeliest | null {
  let [sum, highest, type]: [number, number, RedactionType | null] = [0, 0, null];
  for (const [each, share] of shares) {
    if (each === 'none' || !wanted.has(each)) continue;
    sum += share;
    if (share > highest) [highest, type] = [share, each];
  }
  return type === null ? null : { type, share: sum };
}

/** @returns by turn, the highest share of all types of it and of so many turns before; null where no other party answers them */
export function sharesBefore(requests: readonly (Asked | null)[], turns: number): (number | null)[] {
  const shares = requests.map((asked) => (asked === null ? null : 1 - (asked.get('none') ?? 0)));
  return shares.map((_, at) => {
    const near = shares.slice(Math.max(0, at - turns), at + 1).filter((share) => share !== null);
    return near.length === 0 ? null : Math.max(...near);
  });
}
