// Filters for a list of analyses, for the calls of a job, and for statistics: read from a request, and written as SQL conditions.

import type { Seen, Sight } from '../../access/rights.js';
import type { AnalysisFilterFields } from '../analysis.requests.js';
import type { EvaluationOutcome } from '../evaluation-outcome.js';
import type { CallDirection } from '../results/analysis.response.js';

export type AnalysisStatus = 'processing' | 'completed' | 'failed';

/** Filter on a call's newest evaluation by this scorecard that is completed and not superseded. Bounds are inclusive. */
export interface ScorecardFilter {
  readonly id: string;
  readonly outcome: EvaluationOutcome | null;
  readonly scoreMin: number | null;
  readonly scoreMax: number | null;
}

type OfTeams = Extract<Sight, { readonly teams: readonly string[] }>;

/** Null: no filter by this member. Bounds of scores and durations are inclusive; a call without the value matches no bound. */
export interface AnalysisFilter {
  readonly accountId: string;
  /** Teams whose calls the caller sees, none: no call; null: all, or those that the other filters ask for. */
  readonly sight: OfTeams | null;
  /** The calls themselves. */
  readonly ids: readonly string[] | null;
  readonly status: AnalysisStatus | null;
  readonly agentId: string | null;
  readonly contactId: string | null;
  readonly externalId: string | null;
  readonly livemode: boolean | null;
  /** Inclusive. */
  readonly createdAfter: Date | null;
  /** Exclusive, so that the ranges of two lists can meet without sharing an analysis. */
  readonly createdBefore: Date | null;
  /** Inclusive. A call whose start is not known matches neither this filter nor the next. */
  readonly callAfter: Date | null;
  /** Exclusive. */
  readonly callBefore: Date | null;
  /** Whether a person has reviewed the call. */
  readonly reviewed: boolean | null;
  readonly direction: CallDirection | null;
  /** Spoken language that was detected. */
  readonly language: string | null;
  /** False: completed calls without any flag. */
  readonly flagged: boolean | null;
  /** Broken rule, found by the service or by a person. */
  readonly violation: string | null;
  readonly complianceScoreMin: number | null;
  readonly complianceScoreMax: number | null;
  readonly qualityScoreMin: number | null;
  readonly qualityScoreMax: number | null;
  readonly durationMsMin: number | null;
  readonly durationMsMax: number | null;
  /** Keys with the text of their values, all of which the call must have. */
  readonly metadata: Readonly<Record<string, string>> | null;
  readonly scorecard: ScorecardFilter | null;
}

/** All analyses of an account. */
export const NO_FILTER: Omit<AnalysisFilter, 'accountId'> = {
  sight: null,
  ids: null,
  status: null,
  agentId: null,
  contactId: null,
  externalId: null,
  livemode: null,
  createdAfter: null,
  createdBefore: null,
  callAfter: null,
  callBefore: null,
  reviewed: null,
  direction: null,
  language: null,
  flagged: null,
  violation: null,
  complianceScoreMin: null,
  complianceScoreMax: null,
  qualityScoreMin: null,
  qualityScoreMax: null,
  durationMsMin: null,
  durationMsMax: null,
  metadata: null,
  scorecard: null,
};

export function toFilter(
  { accountId, sight }: Seen,
  fields: AnalysisFilterFields & { readonly ids?: readonly string[] | null },
): AnalysisFilter {
  return withinSight(sight, {
    accountId,
    sight: null,
    ids: fields.ids ?? null,
    status: fields.status_filter ?? null,
    agentId: fields.agent_id ?? null,
    contactId: fields.contact_id ?? null,
    externalId: null,
    livemode: fields.livemode ?? null,
    createdAfter: fields.created_after ?? null,
    createdBefore: fields.created_before ?? null,
    callAfter: fields.call_after ?? null,
    callBefore: fields.call_before ?? null,
    reviewed: fields.reviewed ?? null,
    direction: fields.direction ?? null,
    language: fields.language ?? null,
    flagged: fields.flagged ?? null,
    violation: fields.violation ?? null,
    complianceScoreMin: fields.compliance_score_min ?? null,
    complianceScoreMax: fields.compliance_score_max ?? null,
    qualityScoreMin: fields.quality_score_min ?? null,
    qualityScoreMax: fields.quality_score_max ?? null,
    durationMsMin: toMs(fields.duration_min),
    durationMsMax: toMs(fields.duration_max),
    metadata: metadataOf(fields),
    scorecard: scorecardOf(fields),
  });
}

/** Asks for the own calls alone, by the filters that have indexes where they say the same. */
function withinSight(sight: Sight | null, filter: AnalysisFilter): AnalysisFilter {
  if (sight === null) return filter;
  if ('agentId' in sight) {
    const { agentId } = filter;
    return agentId === null || agentId === sight.agentId
      ? { ...filter, agentId: sight.agentId }
      : { ...filter, sight: NOTHING };
  }
  const [team, ...others] = sight.teams;
  const asked = filter.metadata?.[TEAM];
  if (asked !== undefined) return sight.teams.includes(asked) ? filter : { ...filter, sight: NOTHING };
  if (team === undefined || others.length > 0) return { ...filter, sight };
  return { ...filter, metadata: { ...filter.metadata, [TEAM]: team } };
}

const NOTHING: OfTeams = { teams: [] };

/** Key of a call's metadata that names its team. */
export const TEAM = 'team';

const toMs = (seconds: number | null | undefined) => (typeof seconds === 'number' ? Math.round(seconds * 1000) : null);

const metadataOf = ({ metadata }: AnalysisFilterFields) =>
  metadata && Object.keys(metadata).length > 0 ? metadata : null;

const scorecardOf = ({ scorecard_id, outcome, score_min, score_max }: AnalysisFilterFields): ScorecardFilter | null =>
  scorecard_id
    ? { id: scorecard_id, outcome: outcome ?? null, scoreMin: score_min ?? null, scoreMax: score_max ?? null }
    : null;

type SqlType = 'uuid' | 'uuid[]' | 'text' | 'text[]' | 'int' | 'bigint' | 'timestamptz' | 'date';

/** The parameters of one statement. Each is cast, because Postgres cannot infer every type. */
export class Parameters {
  readonly values: unknown[] = [];
  private readonly placeholders = new Map<unknown, string>();

  /** @returns the placeholder with its cast, such as `$1::uuid`. The same text value gives the same placeholder. */
  add(value: unknown, type: SqlType): string {
    const known = typeof value === 'string' ? this.placeholders.get(value) : undefined;
    if (known?.endsWith(`::${type}`)) return known;
    this.values.push(value instanceof Date ? value.toISOString() : value);
    const placeholder = `$${this.values.length}::${type}`;
    if (typeof value === 'string') this.placeholders.set(value, placeholder);
    return placeholder;
  }

  /** Postgres reads no year of more than four digits as JavaScript writes it; no row is that late. */
  addTime(at: Date): string {
    return this.add(at.getUTCFullYear() > 9_999 ? 'infinity' : at.toISOString(), 'timestamptz');
  }
}

/**
 * SQL conditions for the filters, with the account first. Each begins
 * with a column of `analysis`, so that `a.` may be put before it.
 * @param fewCalls name of `analysis` in a statement that compares few calls: whether the caller sees a call is then looked up for
 * each. Null: the calls of the teams are read once.
 */
export function conditionsOf(filter: AnalysisFilter, p: Parameters, fewCalls: string | null = null): string[] {
  const { accountId, sight, livemode, reviewed, flagged, violation, metadata, scorecard } = filter;
  return [
    `account_id = ${p.add(accountId, 'uuid')}`,
    ...(sight === null
      ? []
      : [fewCalls === null ? seenWithin(accountId, sight, p, filter) : isSeen(fewCalls, sight, p)]),
    ...(filter.ids === null ? [] : [`id = ANY(${p.add(filter.ids, 'uuid[]')})`]),
    ...equal('status', filter.status, p),
    ...equal('agent_id', filter.agentId, p),
    ...equal('contact_id', filter.contactId, p),
    ...equal('external_id', filter.externalId, p),
    // Constants instead of parameters: Postgres must see that `analysis_test_idx`, of test mode only, and
    // `analysis_reviewed_idx`, of reviewed analyses only, can be used.
    ...(livemode === null ? [] : [`livemode = ${livemode}`]),
    ...(reviewed === null ? [] : [`reviewed = ${reviewed}`]),
    ...(flagged === null ? [] : [`flagged = ${flagged}`]),
    ...between('created_at', filter.createdAfter, filter.createdBefore, p),
    ...between('call_started_at', filter.callAfter, filter.callBefore, p),
    ...equal('direction', filter.direction, p),
    ...equal('spoken_language', filter.language, p),
    ...(violation === null ? [] : [hasEntry(accountId, violationEntry(violation, p), p)]),
    ...within('compliance_score', filter.complianceScoreMin, filter.complianceScoreMax, p),
    ...within('quality_score', filter.qualityScoreMin, filter.qualityScoreMax, p),
    ...within('duration_ms', filter.durationMsMin, filter.durationMsMax, p),
    ...Object.entries(metadata ?? {}).map(([key, value]) => hasEntry(accountId, metadataEntry(key, value, p), p)),
    ...(scorecard === null
      ? []
      : [`id IN (SELECT analysis_id FROM analysis_scorecard WHERE ${judged(accountId, scorecard, p)})`]),
  ];
}

/** Calls that are looked at, where their time is known. */
type OfTime = Partial<Pick<AnalysisFilter, 'createdAfter' | 'createdBefore'>>;

/** SQL condition on a table of calls, which begins with a column of it. @param id its column of the call's id */
export function seenWithin(accountId: string, sight: Sight, p: Parameters, within: OfTime = {}, id = 'id'): string {
  if ('agentId' in sight) return `agent_id = ${p.add(sight.agentId, 'text')}`;
  const entries = sight.teams.map((team) => metadataEntry(TEAM, team, p));
  const conditions = [
    `account_id = ${p.add(accountId, 'uuid')}`,
    `entry = ANY(ARRAY[${entries.join(', ')}]::uuid[])`,
    ...between('created_at', within.createdAfter ?? null, within.createdBefore ?? null, p),
  ];
  return `${id} IN (SELECT id FROM analysis_entry WHERE ${conditions.join(' AND ')})`;
}

/** SQL condition on a call, which begins with its id. A call has one team, but a client may write the key twice. */
const isSeen = (call: string, { teams }: OfTeams, p: Parameters) =>
  `id = (SELECT seen.id FROM analysis_entry AS seen WHERE seen.account_id = ${call}.account_id
     AND seen.entry = ANY(ARRAY[${teams.map((team) => metadataEntry(TEAM, team, p)).join(', ')}]::uuid[])
     AND seen.created_at = ${call}.created_at AND seen.id = ${call}.id LIMIT 1)`;

/** SQL: the key of `analysis_entry` for the calls that have this value. */
export const metadataEntry = (key: string, value: string, p: Parameters) =>
  `analysis_entry_of('metadata', ${p.add(key, 'text')}, ${p.add(value, 'text')})`;

/** SQL: the key of `analysis_entry` for the calls that broke the rule. */
export const violationEntry = (rule: string, p: Parameters) =>
  `analysis_entry_of('violation', '', ${p.add(rule, 'text')})`;

const hasEntry = (accountId: string, entry: string, p: Parameters) =>
  `id IN (SELECT id FROM analysis_entry WHERE account_id = ${p.add(accountId, 'uuid')} AND entry = ${entry})`;

/** SQL condition on `analysis_scorecard`. A call without a score passes no bound. */
export function judged(accountId: string, { id, outcome, scoreMin, scoreMax }: ScorecardFilter, p: Parameters): string {
  return [
    `account_id = ${p.add(accountId, 'uuid')}`,
    `scorecard_id = ${p.add(id, 'uuid')}`,
    ...equal('outcome', outcome, p),
    ...within('score', scoreMin, scoreMax, p),
  ].join(' AND ');
}

function equal(column: string, value: string | null, p: Parameters): string[] {
  return value === null ? [] : [`${column} = ${p.add(value, 'text')}`];
}

/** SQL conditions. */
export function between(column: string, after: Date | null, before: Date | null, p: Parameters): string[] {
  return [
    ...(after === null ? [] : [`${column} >= ${p.addTime(after)}`]),
    ...(before === null ? [] : [`${column} < ${p.addTime(before)}`]),
  ];
}

function within(column: string, min: number | null, max: number | null, p: Parameters): string[] {
  return [
    ...(min === null ? [] : [`${column} >= ${p.add(min, 'bigint')}`]),
    ...(max === null ? [] : [`${column} <= ${p.add(max, 'bigint')}`]),
  ];
}
