// Calls of many trades with the findings that a careful listener tells, written by people who knew no rule. The seen half may be
// read by who writes rules; the unseen ones only measure them. `fresh` was written when outcomes had been learnt.
import { readFileSync } from 'node:fs';
import { toTranscript } from '../../../../bench/quality/dialogues.mjs';
import { analyseByRules, loadRuleBooks } from '../../../../src/adapters/rules/judge-by-rules.js';
import type { ResultsResponse } from '../../../../src/calls/results/analysis-results.response.js';
import { judgeCall } from '../../../../src/judgement/judge-call.js';

export type Half = 'seen' | 'unseen' | 'fresh';

export interface LabelledCall {
  readonly id: string;
  /** `mixed`: in German and English, of which the service is told no language. */
  readonly language: 'en' | 'de' | 'mixed';
  readonly turns: readonly (readonly [party: 'A' | 'C', text: string])[];
  readonly labels: {
    readonly conversation: boolean;
    /** Null where a careful listener could not tell. */
    readonly call_resolution: 'resolved' | 'not_resolved' | null;
    readonly identity_verification: boolean;
    readonly secret_requested: readonly unknown[];
  };
}

/** Verdicts against labels. An abstention from a deed that was done is a miss. */
export interface Share {
  found: number;
  of: number;
  wrong: number;
}

export interface CallFigures {
  readonly resolution: Share;
  readonly identity: Share;
  readonly secrets: Share;
  /** Resolved calls that are told not resolved. */
  readonly accused: number;
  /** Calls without a resolution, and those of them with a quality score of 90 or more. */
  readonly unsettled: { of: number; praised: number };
}

const books = loadRuleBooks();
const SECRETS = /^(?:pin|password|whole_password|one_time_code|full_card_number|card_security_code)_requested$/;
const MIN_PRAISE = 90;

export function readCalls(half: Half): LabelledCall[] {
  const file = readFileSync(new URL(`./calls.${half}.jsonl`, import.meta.url), 'utf8');
  return file
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

export function measureCalls(calls: readonly LabelledCall[]): CallFigures {
  const share = (): Share => ({ found: 0, of: 0, wrong: 0 });
  const figures = { resolution: share(), identity: share(), secrets: share(), unsettled: { of: 0, praised: 0 } };
  let accused = 0;
  for (const call of calls.filter(({ labels }) => labels.conversation)) {
    const results = judged(call);
    const { labels } = call;
    const { resolved, assessable } = results.quality.call_resolution;
    const isResolved = labels.call_resolution === 'resolved';
    count(figures.resolution, assessable && resolved, isResolved);
    if (isResolved && assessable && !resolved) accused += 1;
    const identity = results.compliance.identity_verification;
    count(figures.identity, identity.assessable && identity.performed, labels.identity_verification);
    const asked = results.compliance.violations.some(({ rule }) => SECRETS.test(rule));
    count(figures.secrets, asked, labels.secret_requested.length > 0);
    if (isResolved) continue;
    figures.unsettled.of += 1;
    if ((results.quality.overall_score ?? 0) >= MIN_PRAISE) figures.unsettled.praised += 1;
  }
  return { ...figures, accused };
}

function count(share: Share, told: boolean, isSo: boolean): void {
  if (isSo) share.of += 1;
  if (told && isSo) share.found += 1;
  if (told && !isSo) share.wrong += 1;
}

function judged({ turns, language }: LabelledCall): ResultsResponse {
  const dialogue = { turns: turns.map(([party, text]) => [party === 'A' ? 'a' : 'c', text] as const) };
  const transcript = toTranscript(dialogue, language === 'mixed' ? null : language);
  return judgeCall({ transcript, report: analyseByRules(books, { ...transcript, outputLanguage: null }) });
}
