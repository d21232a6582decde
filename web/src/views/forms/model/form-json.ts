// Scorecards as files: formats for pasting, opening and downloading. Without the browser.
import type { ScorecardsCreateRevisionParams } from '../../../../../clients/typescript/src/browser.js';
import { type Form, identified, type PlainForm } from './draft.js';

/** Scorecard data beside the form, as in `POST /scorecards`. Members of a newer service are kept. */
export interface CardFields {
  readonly name: string;
  readonly description?: string | null;
  readonly applies_to?: unknown;
  readonly default?: boolean;
  readonly metadata?: unknown;
}

export interface FormFile {
  /** Null when the file contains only a form. */
  readonly scorecard: CardFields | null;
  readonly form: Form;
}

/** Reason why a text is no form: it is no JSON, or the member at this path has the wrong shape. */
export type Refusal = { readonly reason: 'json' } | { readonly reason: 'shape'; readonly path: string };

type Members = Readonly<Record<string, unknown>>;

/** Members that the service adds to a revision in its responses. */
const ANSWERED = ['object', 'scorecard_id', 'revision', 'status', 'created', 'livemode', 'content_hash'];

export function readFormFile(text: string): FormFile | Refusal {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { reason: 'json' };
  }
  const whole = isMembers(json) ? json : {};
  const isWrapped = isMembers(whole.revision);
  const revision = isMembers(whole.revision) ? whole.revision : whole;
  const wrong = wrongMember(revision);
  if (wrong !== null) return { reason: 'shape', path: isWrapped ? `revision.${wrong}` : wrong };
  const scorecard = isMembers(whole.scorecard) && typeof whole.scorecard.name === 'string' ? whole.scorecard : null;
  return { scorecard: scorecard as CardFields | null, form: formOf(revision) };
}

/** Form of a returned or stored revision, without the members that the service adds. */
export function formOf(revision: object): Form {
  const members = Object.entries(revision).filter(([name]) => !ANSWERED.includes(name));
  return identified(Object.fromEntries(members) as unknown as PlainForm);
}

/** Body of the request. Wrong values are sent too: the service names them. */
export const bodyOf = (form: Form) => form as unknown as ScorecardsCreateRevisionParams;

export const writeFormFile = (scorecard: CardFields | null, form: Form): string =>
  `${JSON.stringify(scorecard === null ? form : { scorecard, revision: form }, null, 2)}\n`;

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Checks the shapes that the builder needs: lists of objects, and texts. All else is checked by the service.
 * @returns the path of the first member with another shape; null when there is none
 */
function wrongMember(form: Members): string | null {
  return wrongIn(form, 'sections', (section) => {
    const own = wrongText(section, ['key', 'title']);
    if (own !== null) return own;
    return wrongIn(section, 'questions', wrongInQuestion);
  });
}

function wrongInQuestion(question: Members): string | null {
  const own = wrongText(question, ['key', 'text']);
  if (own !== null) return own;
  if (question.guidance !== undefined && question.guidance !== null && typeof question.guidance !== 'string')
    return 'guidance';
  const { judge, applies_if: condition, within } = question;
  if (!isMembers(judge) || typeof judge.kind !== 'string') return 'judge';
  for (const name of ['any', 'none']) if (judge[name] !== undefined && !isTexts(judge[name])) return `judge.${name}`;
  const bands = judge.bands === undefined ? null : wrongIn(judge, 'bands', () => null);
  if (bands !== null) return `judge.${bands}`;
  if (condition !== undefined && condition !== null && !(isMembers(condition) && isTexts(condition.in)))
    return 'applies_if';
  if (within !== undefined && within !== null && !isMembers(within)) return 'within';
  return wrongIn(question, 'answers', (answer) => wrongText(answer, ['key', 'label']));
}

const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every((one) => typeof one === 'string');

const wrongText = (members: Members, names: readonly string[]): string | null =>
  names.find((name) => typeof members[name] !== 'string') ?? null;

function wrongIn(holder: Members, name: string, wrong: (item: Members) => string | null): string | null {
  const list = holder[name];
  if (!Array.isArray(list)) return name;
  for (const [index, item] of list.entries()) {
    if (!isMembers(item)) return `${name}.${index}`;
    const inside = wrong(item);
    if (inside !== null) return `${name}.${index}.${inside}`;
  }
  return null;
}

/** True for two forms that the service would store alike: members in any order, defaults given or left out. */
export const isSameForm = (one: object, other: object): boolean => canonical(one) === canonical(other);

const canonical = (form: object): string =>
  JSON.stringify(form, (name, value: unknown) => {
    if (name === 'min_coverage' && value === 0.5) return undefined;
    if (name === 'automation' && value === 'score') return undefined;
    if (name === 'none' && Array.isArray(value) && value.length === 0) return undefined;
    if (value === null || value === false) return undefined;
    if (!isMembers(value)) return value;
    const known = Object.entries(value).filter(([member]) => !ANSWERED.includes(member));
    return Object.fromEntries(known.sort(([a], [b]) => (a < b ? -1 : 1)));
  });
