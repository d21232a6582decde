// What each agent needs coaching in: topics with the calls that show them. Without the browser.
import type { AnalysisSummary, CallRow } from '../../../../clients/typescript/src/browser.js';
import { grouped } from '../../figures/grouped.js';
import { answerOf } from '../call/judged.js';

/** Findings that a coach can work on. Whether a call was resolved depends on more than the agent. */
const FINDINGS: readonly (readonly [name: string, of: (results: Results) => Parameters<typeof answerOf>[0]])[] = [
  ['identity_verification', ({ compliance }) => compliance.identity_verification],
  ['privacy_protection', ({ compliance }) => compliance.privacy_protection],
  ['mandatory_disclosures', ({ compliance }) => compliance.mandatory_disclosures],
  ['purpose_declaration', ({ compliance }) => compliance.purpose_declaration],
  ['greeting', ({ quality }) => quality.greeting],
  ['empathetic_language', ({ quality }) => quality.empathetic_language],
  ['professionalism', ({ quality }) => quality.professionalism],
];

type Results = Extract<AnalysisSummary, { status: 'completed' }>['results'];

export interface Topic {
  readonly agent: string;
  /** A finding whose answer is no, or a violated rule. */
  readonly kind: 'finding' | 'rule';
  readonly name: string;
  /** Number of calls that show it. */
  readonly count: number;
  /** Number of calls in which it could be told. */
  readonly of: number;
  /** The calls of a finding; those of a rule are a filter of the list. */
  readonly calls: readonly AnalysisSummary[];
}

/** @param rows the statistics of the same calls by agent */
export function topicsOf(calls: readonly AnalysisSummary[], rows: readonly CallRow[]): readonly Topic[] {
  const agents = grouped(calls, ({ call }) => call.agent_id);
  const found = [...agents].flatMap(([agent, own]) =>
    FINDINGS.map(([name, of]): Topic => {
      const answers = own.flatMap((call) => {
        const answer = call.status === 'completed' ? answerOf(of(call.results)) : null;
        return answer === null ? [] : [{ call, answer }];
      });
      const failing = answers.filter(({ answer }) => !answer).map(({ call }) => call);
      return { agent, kind: 'finding', name, count: failing.length, of: answers.length, calls: failing };
    }),
  );
  const broken = rows.flatMap(({ key, calls: of, violations }) =>
    Object.entries(violations).map(
      ([name, count]): Topic => ({ agent: key.agent ?? '', kind: 'rule', name, count, of, calls: [] }),
    ),
  );
  return [...found, ...broken].filter(({ count }) => count > 0);
}
