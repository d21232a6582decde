// The files of an archive of evidence, each with the SQL that writes its lines: members of the objects of the API, without words
// of calls and without what people wrote freely. Names of people stand as in the audit log. A further file is a row of PARTS.
import { type AnalysisFilter, NO_FILTER } from '../../../calls/listing/analysis-filter.js';
import { byKey, type Cursor, type LargeRows, overCalls, type PlainRows, type Snapshot } from '../rows/found-rows.js';

export interface EvidencePeriod {
  readonly accountId: string;
  /** False: of test mode alone. */
  readonly livemode: boolean;
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
}

export interface EvidencePart {
  readonly name: string;
  /** Whether its lines are about calls: the archive ends with each of them. */
  readonly isOfCalls: boolean;
  readonly rows: (period: EvidencePeriod) => PlainRows | LargeRows<string>;
}

const unix = (column: string) => `floor(extract(epoch FROM ${column}))::bigint`;
/** SQL: a JSON object as text. @param columns members that are columns of their name @param members SQL of the others */
const object = (of: string, columns: string, members: Readonly<Record<string, string>>) => {
  const own = columns.split(' ').map((name) => [name, `${of}.${name}`]);
  const all = [...own, ...Object.entries(members)].map(([name, sql]) => `'${name}', ${sql}`);
  return `json_build_object(${all.join(', ')})::text`;
};
const named = (of: string, column: string) => `audit_name(${of}.account_id, ${of}.${column})`;
/** SQL: the members of each object of a JSON list. */
const eachOf = (list: string, members: readonly string[]) =>
  `(SELECT coalesce(json_agg(json_build_object(${members.map((name) => `'${name}', o->'${name}'`).join(', ')})), '[]')
    FROM json_array_elements(${list}::json) AS o)`;

/** Calls that were submitted in the period. */
const filterOf = ({ accountId, from, to }: EvidencePeriod): AnalysisFilter => ({
  ...NO_FILTER,
  accountId,
  createdAfter: from,
  createdBefore: to,
});

/** A live key may evaluate calls of test mode: the mode is that of the row, not of the call. */
const ofCalls = (name: string, of: string, joined: string, line: string): EvidencePart => ({
  name,
  isOfCalls: true,
  rows: (period) => ({
    kind: 'plain',
    cursor: overCalls(
      { filter: filterOf(period), search: null },
      () => [line],
      () => `JOIN LATERAL (${joined} AND livemode = ${period.livemode} OFFSET 0) ${of} ON true`,
    ),
  }),
});

/** @param text SQL over the account $1, its mode $2 and the period $3 to $4: the columns `at` and `line` */
const ofAccount = (name: string, text: string): EvidencePart => ({
  name,
  isOfCalls: false,
  rows: (period) => ({
    kind: 'plain',
    cursor: cursorOf(`SELECT '' AS id, 0 AS ms, line FROM (${text}) AS lines ORDER BY at, line`, period),
  }),
});

/** Reads large lines by their keys. @param text SQL as above: the columns `at`, `key` and `bytes` */
const largeOfAccount = (name: string, text: string, read: string): EvidencePart => ({
  name,
  isOfCalls: false,
  rows: (period) => ({
    kind: 'large',
    cursor: cursorOf(`SELECT '' AS id, 0 AS ms, key, bytes FROM (${text}) AS found ORDER BY at, key`, period),
    read: async (snapshot: Snapshot, keys: readonly string[]) =>
      byKey(await snapshot.read<{ key: string; line: string }>(read, [keys, period.accountId]), ({ line }) => [line]),
  }),
});

/** Each statement may name all parameters, or some. */
const cursorOf = (text: string, { accountId, livemode, from, to }: EvidencePeriod): Cursor => ({
  text: `${text} OFFSET 0 * length($1::uuid::text || $2::boolean::text || $3::timestamptz::text || $4::timestamptz::text)`,
  values: [accountId, livemode, from, to],
});

const CALL = object(
  'c',
  'id livemode status direction duration_ms compliance_score quality_score customer_sentiment not_assessable flagged violations reviewed overruled engine',
  {
    object: "'analysis'",
    created: unix('c.created_at'),
    completed_at: unix('c.settled_at'),
    agent_id: named('c', 'agent_id'),
    contact_id: named('c', 'contact_id'),
    language: 'c.spoken_language',
    customer_effort_score: 'c.effort_score',
    transcript_version: 'c.transcript_version',
    transcript_deleted_at: unix('c.transcript_deleted_at'),
    redaction: "json_build_object('status', c.redaction->'status', 'version', c.redaction->'version')",
  },
);
const EVALUATION = object(
  'e',
  'id livemode status analysis_id rescore_id score coverage outcome superseded reviewed overruled given_answers',
  {
    object: "'evaluation'",
    created: unix('e.created_at'),
    completed_at: unix('e.settled_at'),
    analysis_created: unix('e.call_created_at'),
    agent_id: named('e', 'agent_id'),
    contact_id: named('e', 'contact_id'),
    scorecard: "json_build_object('id', e.scorecard_id, 'revision', e.revision)",
    system_score: 'CASE WHEN e.system_outcome IS NULL THEN e.score ELSE e.system_score END',
    system_outcome: 'coalesce(e.system_outcome, e.outcome)',
    provenance: '(SELECT provenance::json FROM evaluation_payload WHERE evaluation_id = e.id)',
  },
);
const REVIEW = object('r', 'id livemode analysis_id transcript_version via', {
  object: "'review'",
  created: unix('r.created_at'),
  reviewer_id: named('r', 'reviewer_id'),
  findings: eachOf('r.findings', ['finding', 'answer']),
  violations: eachOf('r.violations', ['rule', 'upheld']),
  answers: eachOf('r.answers', ['evaluation_id', 'question', 'answer']),
  scores: 'r.scores::json',
});
const CORRECTION = object('r', 'id livemode analysis_id status base_version swap_roles edited_segments via', {
  object: "'correction'",
  created: unix('r.created_at'),
  transcript_version: 'r.version',
  reviewer_id: named('r', 'reviewer_id'),
  completed_at: unix('r.settled_at'),
});
const DISPUTE = object('d', 'id livemode analysis_id evaluation_id scorecard_id via status decision review_id', {
  object: "'dispute'",
  created: unix('d.created_at'),
  agent_id: named('d', 'agent_id'),
  raised_by: named('d', 'raised_by'),
  questions: "(SELECT coalesce(json_agg(o->'question'), '[]') FROM json_array_elements(d.answers::json) AS o)",
  reviewer_id: named('d', 'reviewer_id'),
  resolved_at: unix('d.resolved_at'),
});
const SCORECARD = object('s', 'id livemode name published_revision dispute_window_days target_agreement gate', {
  object: "'scorecard'",
  created: unix('s.created_at'),
  default: 's.is_default',
  archived_at: unix('s.archived_at'),
});
const PUBLISHED_AT = `(SELECT coalesce(json_agg(${unix('a.at')} ORDER BY a.at), '[]') FROM audit_entry a
  WHERE a.account_id = s.account_id AND a.subject_id = s.id::text AND a.action = 'scorecard.published'
    AND a.details->>'revision' = r.number::text)`;
const REVISION = object('r', 'scorecard_id status', {
  object: "'scorecard_revision'",
  revision: 'r.number',
  created: unix('r.created_at'),
  in_force: 's.published_revision IS NOT DISTINCT FROM r.number AND s.archived_at IS NULL',
  published_at: PUBLISHED_AT,
  forced_at: unix('r.forced_at'),
  revision_hash: "'sha256:' || encode(r.content_hash, 'hex')",
  form: 'r.form::json',
});
const AGREEMENT = object('s', 'id livemode scorecard_id revision blind', {
  object: "'calibration'",
  created: unix('s.created_at'),
  closed_at: unix('s.closed_at'),
  calls: '(SELECT count(*) FROM calibration_call c WHERE c.calibration_id = s.id)',
  reviewer_ids: 'ARRAY(SELECT audit_name(s.account_id, one) FROM unnest(s.reviewer_ids) AS one)',
  expert_id: named('s', 'expert_id'),
  agreement: "s.agreement::jsonb - 'differing'",
});
const JUDGE_CHANGE = `(compared::jsonb || jsonb_build_object('id', id, 'object', 'judge_change', 'created', ${unix('created_at')},
  'livemode', livemode, 'scorecard_id', scorecard_id, 'revision', revision))::text`;
const HOLD = object('h', 'id livemode status', {
  object: "'hold'",
  created: unix('h.created_at'),
  held: "CASE WHEN h.status = 'released' THEN h.held ELSE (SELECT count(*) FROM held_call c WHERE c.hold_id = h.id) END",
  filtered: 'h.filter IS NOT NULL',
  until: unix('h.until'),
  released_at: unix('h.released_at'),
});
/** Without its reason and reference, which people wrote. */
const ERASURE = object('e', 'id livemode subject subject_hash scope status counts receipt', {
  object: "'erasure'",
  created: unix('e.created_at'),
  deferred: "(SELECT count(*) FROM erasure_call c WHERE c.erasure_id = e.id AND c.state = 'deferred')",
});
const RETENTION = object('r', 'recordings_days originals_days transcripts_days analyses_days audit_days audit_reads', {
  object: "'retention_settings'",
  updated_at: unix('r.updated_at'),
});
const ENGINES = object('e', 'transcription_engine analysis_engine', {
  object: "'engine_settings'",
  updated_at: unix('e.changed_at'),
});
/** A client's own types may hold words. */
const REDACTION = `(settings::jsonb - 'custom' || jsonb_build_object('object', 'redaction_settings', 'updated_at',
  ${unix('updated_at')}, 'custom_types', jsonb_array_length(coalesce(settings::jsonb->'custom', '[]'))))::text`;
const USAGE = object('l', 'livemode hundredths', { object: "'usage_record'", created: unix('l.created_at') });
const ENGINE_USE = object('u', 'stage engine named_engine version uses', {
  object: "'engine_use'",
  first_used_at: unix('first'),
  last_used_at: unix('last'),
});

const IN_PERIOD = 'account_id = $1 AND livemode = $2 AND created_at >= $3 AND created_at < $4';
const REVISIONS = `scorecard s JOIN scorecard_revision r ON r.scorecard_id = s.id`;

/** Files of an archive, in its order. */
export const PARTS: readonly EvidencePart[] = [
  ofCalls(
    'calls.jsonl',
    'c',
    `SELECT a.*, p.engine::json AS engine, p.redaction::json AS redaction, p.transcript_version
     FROM analysis a JOIN analysis_payload p ON p.analysis_id = a.id WHERE a.id = calls.id AND a.status = 'completed'`,
    CALL,
  ),
  ofCalls(
    'evaluations.jsonl',
    'e',
    "SELECT * FROM evaluation WHERE analysis_id = calls.id AND status = 'completed'",
    EVALUATION,
  ),
  ofCalls('reviews.jsonl', 'r', 'SELECT * FROM review WHERE analysis_id = calls.id', REVIEW),
  ofCalls('corrections.jsonl', 'r', 'SELECT * FROM correction WHERE analysis_id = calls.id', CORRECTION),
  ofCalls('disputes.jsonl', 'd', 'SELECT * FROM dispute WHERE analysis_id = calls.id', DISPUTE),
  ofAccount(
    'scorecards.jsonl',
    `SELECT created_at AS at, ${SCORECARD} AS line FROM scorecard s
     WHERE s.account_id = $1 AND s.livemode = $2 AND s.created_at < $4`,
  ),
  largeOfAccount(
    'revisions.jsonl',
    `SELECT r.created_at AS at, r.scorecard_id || '/' || r.number AS key, octet_length(r.form) AS bytes FROM ${REVISIONS}
     WHERE s.account_id = $1 AND s.livemode = $2 AND r.status = 'published' AND r.created_at < $4`,
    `SELECT key, ${REVISION} AS line FROM unnest($1::text[]) AS key JOIN (${REVISIONS})
       ON r.scorecard_id = split_part(key, '/', 1)::uuid AND r.number = split_part(key, '/', 2)::int
     WHERE s.account_id = $2`,
  ),
  ofAccount(
    'engines.jsonl',
    `SELECT at, ${ENGINE_USE} AS line FROM (
       SELECT stage, engine, named_engine, version, min(at) AS at, min(at) AS first, max(at) AS last, count(*) AS uses FROM (
         SELECT 'transcription' AS stage, p.engine::jsonb->>'transcription' AS engine,
           p.engine::jsonb->'transcription_engine' AS named_engine, NULL AS version, a.settled_at AS at
         FROM analysis a JOIN analysis_payload p ON p.analysis_id = a.id WHERE a.${IN_PERIOD} AND a.status = 'completed'
         UNION ALL
         SELECT 'analysis', p.engine::jsonb->>'analysis', p.engine::jsonb->'analysis_engine',
           p.engine::jsonb->>'rules_version', a.settled_at
         FROM analysis a JOIN analysis_payload p ON p.analysis_id = a.id WHERE a.${IN_PERIOD} AND a.status = 'completed'
         UNION ALL
         SELECT 'evaluation', p.provenance::jsonb->>'judge', NULL, p.provenance::jsonb->>'prompt_version', e.settled_at
         FROM evaluation e JOIN evaluation_payload p ON p.evaluation_id = e.id
         WHERE e.account_id = $1 AND e.livemode = $2 AND e.call_created_at >= $3 AND e.call_created_at < $4
           AND e.status = 'completed') AS used
       GROUP BY stage, engine, named_engine, version) AS u`,
  ),
  largeOfAccount(
    'agreement.jsonl',
    `SELECT closed_at AS at, id::text AS key, octet_length(agreement) AS bytes FROM calibration
     WHERE account_id = $1 AND livemode = $2 AND status = 'closed' AND closed_at >= $3 AND closed_at < $4`,
    `SELECT s.id::text AS key, ${AGREEMENT} AS line FROM calibration s WHERE s.id = ANY($1::uuid[]) AND s.account_id = $2`,
  ),
  ofAccount(
    'judge_changes.jsonl',
    `SELECT created_at AS at, ${JUDGE_CHANGE} AS line FROM judge_change WHERE ${IN_PERIOD}`,
  ),
  ofAccount(
    'holds.jsonl',
    `SELECT created_at AS at, ${HOLD} AS line FROM hold h
     WHERE h.account_id = $1 AND h.livemode = $2 AND h.created_at < $4 AND coalesce(h.released_at, 'infinity') >= $3`,
  ),
  ofAccount(
    'erasures.jsonl',
    `SELECT created_at AS at, ${ERASURE} AS line FROM erasure e
     WHERE e.account_id = $1 AND e.livemode = $2 AND e.created_at < $4 AND coalesce(e.settled_at, 'infinity') >= $3`,
  ),
  ofAccount(
    'settings.jsonl',
    `SELECT updated_at AS at, ${REDACTION} AS line FROM redaction_settings WHERE account_id = $1
     UNION ALL SELECT r.updated_at, ${RETENTION} FROM retention_settings r WHERE r.account_id = $1
     UNION ALL SELECT e.changed_at, ${ENGINES} FROM engine_settings e WHERE e.account_id = $1`,
  ),
  ofAccount('usage.jsonl', `SELECT created_at AS at, ${USAGE} AS line FROM ledger_entry l WHERE ${IN_PERIOD}`),
];
