// What the calls of a period add up to. Without the browser. A view of `GET /statistics` can give the same in its place.
import type { AnalysisSummary, CompletedAnalysisSummary } from '../../../../clients/typescript/src/browser.js';
import { isComparable, type Mean, meanOf } from './mean.js';
import { dayOf } from './period.js';

export interface Figures {
  readonly calls: number;
  readonly minutes: number;
  readonly compliance: Mean;
  readonly quality: Mean;
  readonly violations: number;
  /** Calls of which a finding is one to look at. */
  readonly flagged: number;
}

export interface Row extends Figures {
  /** An agent, or a day. */
  readonly key: string;
}

/** Calls that no mean counts, and why. */
export interface Apart {
  readonly processing: number;
  readonly failed: number;
  readonly voicemail: number;
  readonly noConversation: number;
  readonly notJudged: number;
  /** Judged, with too little to go by for this score. */
  readonly noCompliance: number;
  readonly noQuality: number;
}

export interface FindingCount {
  readonly name: string;
  /** How often a person should look, and how often the answer is no. */
  readonly flagged: number;
  readonly no: number;
}

export function figuresOf(calls: readonly AnalysisSummary[]): Figures {
  const completed = calls.filter(isCompleted);
  const judged = completed.filter(isJudged).map(({ results }) => results);
  return {
    calls: calls.length,
    minutes: calls.reduce((sum, { call }) => sum + (call.duration_seconds ?? 0), 0) / 60,
    compliance: meanOf(numbers(judged.map(({ compliance }) => compliance.score))),
    quality: meanOf(numbers(judged.map(({ quality }) => quality.overall_score))),
    violations: completed.reduce((sum, { results }) => sum + results.compliance.violations_count, 0),
    flagged: completed.filter((call) => findingsOf(call).some(([, { flagged }]) => flagged)).length,
  };
}

export function apartOf(calls: readonly AnalysisSummary[]): Apart {
  const completed = calls.filter(isCompleted).map(({ results }) => results);
  const judged = calls.filter(isCompleted).filter(isJudged);
  const count = <Item>(items: readonly Item[], is: (item: Item) => boolean) => items.filter(is).length;
  return {
    processing: count(calls, ({ status }) => status === 'processing'),
    failed: count(calls, ({ status }) => status === 'failed'),
    voicemail: count(completed, ({ call_kind }) => call_kind === 'voicemail'),
    noConversation: count(completed, ({ call_kind }) => call_kind === 'no_conversation'),
    notJudged: count(completed, ({ not_judged_reason }) => Boolean(not_judged_reason)),
    noCompliance: count(judged, ({ results }) => results.compliance.score === null),
    noQuality: count(judged, ({ results }) => results.quality.overall_score === null),
  };
}

/** By name, whatever the means are. */
export const byAgent = (calls: readonly AnalysisSummary[]): readonly Row[] =>
  rowsOf(calls, ({ call }) => call.agent_id).sort((one, other) => compareNames(one.key, other.key));

/** A row for each day, also without calls; the last one first. */
export function byDay(calls: readonly AnalysisSummary[], days: readonly string[]): readonly Row[] {
  const rows = new Map(rowsOf(calls, ({ created }) => dayOf(new Date(created * 1000))).map((row) => [row.key, row]));
  return days.map((key) => rows.get(key) ?? { key, ...figuresOf([]) });
}

function rowsOf(calls: readonly AnalysisSummary[], keyOf: (call: AnalysisSummary) => string): Row[] {
  const groups = grouped(calls, keyOf);
  return [...groups].map(([key, group]) => ({ key, ...figuresOf(group) }));
}

function grouped<Item>(items: readonly Item[], keyOf: (item: Item) => string): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group) group.push(item);
    else groups.set(keyOf(item), [item]);
  }
  return groups;
}

export const ORDERS = ['name', 'calls', 'compliance', 'quality'] as const;
export type Order = (typeof ORDERS)[number];

/** Rows stand by a mean, the lowest first, only where each of them has enough values to be compared; else null. */
export function ordered(rows: readonly Row[], order: Order): readonly Row[] | null {
  if (order === 'name') return rows;
  if (order === 'calls') return rows.toSorted((one, other) => other.calls - one.calls);
  if (!rows.every((row) => isComparable(row[order]))) return null;
  return rows.toSorted((one, other) => (one[order].mean ?? 0) - (other[order].mean ?? 0));
}

/** Findings that someone should look at or that were answered no, the most frequent first. */
export function findingCounts(calls: readonly AnalysisSummary[]): readonly FindingCount[] {
  const counts = new Map<string, FindingCount>();
  for (const call of calls.filter(isCompleted))
    for (const [name, finding] of findingsOf(call)) {
      const { flagged, no } = counts.get(name) ?? { flagged: 0, no: 0 };
      const isNo = finding.assessable && answerOf(finding) === false;
      counts.set(name, { name, flagged: flagged + Number(finding.flagged), no: no + Number(isNo) });
    }
  return [...counts.values()]
    .filter(({ flagged, no }) => flagged + no > 0)
    .sort((one, other) => other.no - one.no || other.flagged - one.flagged || compareNames(one.name, other.name));
}

export const withViolations = (calls: readonly AnalysisSummary[]): readonly CompletedAnalysisSummary[] =>
  calls.filter(isCompleted).filter(({ results }) => results.compliance.violations_count > 0);

/** How often each rule was violated, the most frequent first. */
export function ruleCounts(rules: readonly string[]): readonly (readonly [rule: string, count: number])[] {
  const groups = grouped(rules, (rule) => rule);
  return [...groups]
    .map(([rule, all]) => [rule, all.length] as const)
    .sort((one, other) => other[1] - one[1] || compareNames(one[0], other[0]));
}

interface Finding {
  readonly flagged: boolean;
  readonly assessable: boolean;
  readonly performed?: boolean;
  readonly present?: boolean;
  readonly resolved?: boolean;
}

const answerOf = ({ performed, present, resolved }: Finding): boolean | undefined => performed ?? present ?? resolved;

/** Whatever findings the service gives, by name. */
const findingsOf = ({ results }: CompletedAnalysisSummary): readonly (readonly [string, Finding])[] =>
  [results.compliance, results.quality].flatMap((part) =>
    Object.entries(part).filter((entry): entry is [string, Finding] => isFinding(entry[1])),
  );

const isFinding = (value: unknown): value is Finding =>
  typeof value === 'object' && value !== null && 'assessable' in value && 'flagged' in value;

const isCompleted = (call: AnalysisSummary): call is CompletedAnalysisSummary => call.status === 'completed';

/** A conversation that was judged; an earlier release does not say what kind of call it was. */
const isJudged = ({ results: { call_kind, not_judged_reason } }: CompletedAnalysisSummary): boolean =>
  (call_kind ?? 'conversation') === 'conversation' && !not_judged_reason;

const numbers = (values: readonly (number | null)[]): readonly number[] => values.filter((value) => value !== null);

const collator = new Intl.Collator(undefined, { numeric: true });
/** `agent-9` before `agent-10`. */
const compareNames = (one: string, other: string): number => collator.compare(one, other);
