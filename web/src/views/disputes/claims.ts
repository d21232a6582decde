// The answers of an evaluation as an agent disputes them, and as a reviewer decides about them. Without the browser.
import type {
  Dispute,
  DisputeDecision,
  DisputesResolveParams,
  Evaluation,
} from '../../../../clients/typescript/src/browser.js';

export const NA = 'na';

export interface Disputable {
  readonly question: string;
  readonly text: string;
  /** The answer that stands; null where there is none. */
  readonly standing: string | null;
  /** Keys of the answers that the question takes. */
  readonly options: readonly string[];
  /** Labels by the keys of the answers. */
  readonly labels: ReadonlyMap<string, string>;
}

type Judged = Pick<Evaluation, 'form' | 'answers'>;

/** All questions of an evaluation that apply to the call, in the order of the form. */
export const disputableIn = ({ form, answers }: Judged): readonly Disputable[] =>
  (form?.sections ?? [])
    .flatMap(({ questions }) => questions)
    .flatMap(({ key, text, answers: known, na }) => {
      const given = answers.find(({ question }) => question === key);
      if (given === undefined || given.state === 'skipped') return [];
      return [
        {
          question: key,
          text,
          standing: given.state === NA ? NA : given.answer,
          options: [...known.map((one) => one.key), ...(na ? [NA] : [])],
          labels: new Map(known.map((one) => [one.key, one.label])),
        },
      ];
    });

/** An agent's claim and words, by question. Empty texts are not filled in yet. */
export type Claims = Readonly<Record<string, { readonly claim: string; readonly note: string }>>;

export const claimed = (claims: Claims) =>
  Object.entries(claims).map(([question, { claim, note }]) => ({ question, claim, note: note.trim() }));

export const isClaimed = (claims: Claims): boolean =>
  claimed(claims).length > 0 && claimed(claims).every(({ claim, note }) => claim !== '' && note !== '');

export interface Resolving {
  readonly decision: DisputeDecision | null;
  /** The right answers by question, of those that change. */
  readonly answers: Readonly<Record<string, string>>;
  readonly note: string;
}

/** The agent is right about all that is disputed, until the reviewer says otherwise. */
export const resolvingAs = (decision: DisputeDecision, { answers }: Pick<Dispute, 'answers'>) => ({
  decision,
  answers: decision === 'overturned' ? Object.fromEntries(answers.map(({ question, claim }) => [question, claim])) : {},
});

/** A dispute of one answer cannot be overturned in part. */
export const decisionsOf = ({ answers }: Pick<Dispute, 'answers'>): readonly DisputeDecision[] =>
  answers.length > 1 ? ['upheld', 'overturned', 'partly'] : ['upheld', 'overturned'];

/** @returns null while something is missing */
export function resolvedParams(
  { decision, answers, note }: Resolving,
  reviewerId: string,
): DisputesResolveParams | null {
  const given = Object.entries(answers).map(([question, answer]) => ({ question, answer }));
  if (decision === null || note.trim() === '' || (decision !== 'upheld' && given.length === 0)) return null;
  return { reviewer_id: reviewerId, decision, note: note.trim(), ...(decision !== 'upheld' && { answers: given }) };
}

export type Window = { readonly kind: 'always' } | { readonly kind: 'until' | 'closed'; readonly at: number };

/** @param now Unix seconds */
export const windowOf = ({ disputable_until: at }: Pick<Evaluation, 'disputable_until'>, now: number): Window =>
  at === null ? { kind: 'always' } : { kind: now < at ? 'until' : 'closed', at };
