// Name and scope of a scorecard, as a person enters them. Without the browser.
import type { Scorecard, ScorecardsUpdateParams } from '../../../../../clients/typescript/src/browser.js';
import { amountOf } from '../model/draft.js';

export interface CardTexts {
  readonly name: string;
  readonly description: string;
  readonly isDefault: boolean;
  /** Separated by commas. */
  readonly languages: string;
  /** One per line, since names of agents may contain commas. */
  readonly agents: string;
  /** One `key: value, value` per line. */
  readonly fits: string;
  readonly percent: string;
  /** One `key: value` per line. */
  readonly metadata: string;
  /** Percent; empty: none. */
  readonly target: string;
  /** 0: without end. */
  readonly disputeDays: string;
  readonly gate: Scorecard['gate'];
}

export function textsOf(card: Scorecard): CardTexts {
  const {
    name,
    description,
    default: isDefault,
    applies_to,
    metadata,
    target_agreement,
    dispute_window_days,
    gate,
  } = card;
  const fits = Object.entries(applies_to.metadata ?? {}).map(([key, values]) => `${key}: ${values.join(', ')}`);
  const own = Object.entries(metadata).map(([key, value]) => `${key}: ${textOf(value)}`);
  return {
    name,
    description: description ?? '',
    isDefault,
    languages: (applies_to.language ?? []).join(', '),
    agents: (applies_to.agent_id ?? []).join('\n'),
    fits: fits.join('\n'),
    percent: applies_to.sample_percent === undefined ? '' : String(applies_to.sample_percent),
    metadata: own.join('\n'),
    target: target_agreement === null ? '' : String(percentOf(target_agreement)),
    disputeDays: String(dispute_window_days),
    gate,
  };
}

/** Two decimals, which are all that the API keeps, so that none of binary fractions are shown. */
const percentOf = (share: number): number => Math.round(share * 10_000) / 100;

/** A text that would be read as another type is written in quotation marks. */
const textOf = (value: unknown): string =>
  typeof value === 'string' && readAs(value) === value && value === value.trim() && !value.includes('\n')
    ? value
    : JSON.stringify(value);

function readAs(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? text : value;
  } catch {
    return text;
  }
}

/** Parameters of the changed fields. Unchanged fields are returned as they came, with members of a newer service. */
export function paramsOf(card: Scorecard, texts: CardTexts): ScorecardsUpdateParams {
  const before = textsOf(card);
  const isSame = (name: keyof CardTexts) => before[name] === texts[name];
  const languages = partsOf(texts.languages, ',');
  const agents = partsOf(texts.agents, '\n');
  const fits = linesOf(texts.fits);
  const applies = {
    ...card.applies_to,
    ...(isSame('languages') ? {} : { language: languages.length > 0 ? languages : null }),
    ...(isSame('agents') ? {} : { agent_id: agents.length > 0 ? agents : null }),
    ...(isSame('fits')
      ? {}
      : {
          metadata: fits.length > 0 ? Object.fromEntries(fits.map(([key, value]) => [key, partsOf(value, ',')])) : null,
        }),
    ...(isSame('percent') ? {} : { sample_percent: texts.percent === '' ? null : (amountOf(texts.percent) as number) }),
  };
  const metadata = isSame('metadata')
    ? card.metadata
    : Object.fromEntries(linesOf(texts.metadata).map(([key, value]) => [key, readAs(value)]));
  return {
    name: texts.name,
    description: texts.description === '' ? null : texts.description,
    default: texts.isDefault,
    applies_to: applies,
    dispute_window_days: isSame('disputeDays') ? card.dispute_window_days : (amountOf(texts.disputeDays) as number),
    target_agreement: isSame('target') ? card.target_agreement : targetOf(texts.target),
    gate: texts.gate,
    metadata: metadata as ScorecardsUpdateParams['metadata'],
  };
}

/** A text that is no number is sent as it is, and the service says so. */
function targetOf(percent: string): number | null {
  if (percent.trim() === '') return null;
  const amount: unknown = amountOf(percent);
  return typeof amount === 'number' ? Math.round(amount * 100) / 10_000 : (amount as number);
}

const partsOf = (text: string, between: string): string[] =>
  text
    .split(between)
    .map((part) => part.trim())
    .filter((part) => part !== '');

const linesOf = (text: string): (readonly [key: string, value: string])[] =>
  partsOf(text, '\n').map((line) => {
    const at = line.indexOf(':');
    return at < 0 ? [line, ''] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
