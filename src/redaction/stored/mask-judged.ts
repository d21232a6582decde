// Masks stored results: quotations are masked like the transcript, sentences are emptied, and notes of persons are masked. Pure.
// Unknown members are emptied.

export interface TextMasks {
  /** @returns the quotation as in the masked transcript; empty where it is in no version */
  readonly quote: (segmentId: number, quote: string) => string;
  /** Masks a text that a person wrote. */
  readonly note: (text: string) => string;
  /** Masks the name of a rule. A model may have named it, and verdicts of persons use the same words. */
  readonly rule: (name: string) => string;
}

/** Words of the service or keys of a client's form: nothing that was said. */
const KEPT: ReadonlySet<string> = new Set([
  ...[
    'id',
    'object',
    'analysis_id',
    'evaluation_id',
    'reviewer_id',
    'reviewerId',
    'reviewId',
    'principal',
    'kind',
    'via',
  ],
  ...['call_kind', 'not_judged_reason', 'speaker', 'verification', 'category', 'source', 'status', 'outcome'],
  ...['overall_sentiment', 'customer_sentiment', 'agent_sentiment', 'finding', 'question', 'state', 'answer', 'reason'],
  ...['key', 'autoFail', 'speakers', 'error_message', 'error_code', 'claim', 'answered_by'],
]);
/** Members with lists of sentences. */
const LISTS: ReadonlySet<string> = new Set(['strengths', 'recommendations', 'missing']);

type Members = Readonly<Record<string, unknown>>;

/** @param text JSON */
export function maskJudged(text: string, masks: TextMasks): string {
  return JSON.stringify(maskValue(JSON.parse(text), masks));
}

/** The sentences that would be emptied. @param text JSON */
export function sentencesOf(text: string): string[] {
  const found: string[] = [];
  const collect = (value: unknown, key: string): void => {
    if (typeof value === 'string') {
      if (!KEPT.has(key)) found.push(value);
    } else if (Array.isArray(value)) for (const one of value) collect(one, key);
    else if (isMembers(value)) for (const [name, one] of Object.entries(value)) collect(one, name);
  };
  collect(JSON.parse(text), '');
  return found;
}

function maskValue(value: unknown, masks: TextMasks): unknown {
  if (Array.isArray(value)) return value.map((one) => (typeof one === 'string' ? one : maskValue(one, masks)));
  return isMembers(value) ? maskMembers(value, masks) : value;
}

function maskMembers(members: Members, masks: TextMasks): Members {
  const masked = Object.entries(members).map(([key, value]): [string, unknown] => {
    if (KEPT.has(key)) return [key, value];
    if (LISTS.has(key)) return [key, []];
    if (Array.isArray(value) && value.some((one) => typeof one === 'string')) return [key, []];
    return [key, typeof value === 'string' ? maskText(key, value, members, masks) : maskValue(value, masks)];
  });
  return Object.fromEntries(masked);
}

function maskText(key: string, text: string, members: Members, masks: TextMasks): string {
  if (text === '') return text;
  if (key === 'quote') return quoteOf(members, masks);
  if (key === 'rule') return masks.rule(text);
  if (key === 'note' || (key === 'rationale' && isOfPerson(members))) return masks.note(text);
  return key === 'evidence' ? evidenceOf(text, members, masks) : '';
}

const quoteOf = ({ segment_id: segmentId, quote }: Members, masks: TextMasks) =>
  typeof segmentId === 'number' && typeof quote === 'string' ? masks.quote(segmentId, quote) : '';

/** Whether a person gave it. A judge's own answer names its source; a person's is a review, or an answer in one. */
function isOfPerson({ source, reviewerId, quotes }: Members): boolean {
  return source === 'human' || reviewerId !== undefined || quotes !== undefined;
}

/** The evidence is one of the quotations, or begins with one. */
function evidenceOf(text: string, { citations }: Members, masks: TextMasks): string {
  const quoted = Array.isArray(citations) ? citations.filter(isMembers) : [];
  const own = quoted.find(({ quote }) => quote === text);
  return own ? quoteOf(own, masks) : '';
}

function isMembers(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
