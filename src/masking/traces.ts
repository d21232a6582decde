// Lists every place in which a call, an agent, a contact or an account leaves something: each table of the database, and each
// place outside of it. A deletion must reach all of them. Tests compare the list with the schema, the prefixes of objects and the
// queues, so that a new place cannot be forgotten, and look into each place after a deletion.
import type { QueueName } from '../platform/queue/queue-names.js';
import type { StoredPrefix } from '../recordings/orphan-recordings.js';

export interface Trace {
  /** SQL condition on the rows that lead to the call $1. */
  readonly call?: string;
  /** SQL condition on the rows that lead to the account $1. */
  readonly account?: string;
  /** Table whose deleted rows take these along by a foreign key. */
  readonly goesWith?: string;
  /** Columns that hold the name of an agent, of a contact, or of who acted. */
  readonly names?: string;
  /** Columns of JSON and typed texts in which such a name may stand. */
  readonly mentions?: string;
  /** Triggers and sweeps write its rows as those of calls change. */
  readonly follows?: true;
  /** Its names choose calls to come: an erased one must choose none. */
  readonly chooses?: true;
  /** SQL of the time of a row. Default: `created_at`. */
  readonly since?: string;
  /** Reason why rows remain after a deletion, or why the table leads to no one. */
  readonly stays?: string;
}

const CALL = 'analysis_id = $1';
const ACCOUNT = 'account_id = $1';
const BOTH: Trace = { call: CALL, account: ACCOUNT };
const OF_CALL: Trace = { call: CALL };
const OF_ACCOUNT: Trace = { account: ACCOUNT };
const OF_AGENT: Trace = { account: ACCOUNT, names: 'agent_id', chooses: true };
const SUMS: Trace = { account: ACCOUNT, names: 'agent_id', follows: true };
const NOTHING_OF_CLIENTS = 'Holds nothing of an account.';

const goesWith = (table: string): Trace => ({ goesWith: table });

/** Keyed by the folder of `src` that owns the tables: the only one that writes them. */
export const TRACES: Readonly<Record<string, Readonly<Record<string, Trace>>>> = {
  calls: {
    analysis: { call: 'id = $1', account: ACCOUNT, names: 'agent_id contact_id' },
    analysis_checkpoint: OF_CALL,
    analysis_entry: { call: 'id = $1', account: ACCOUNT },
    analysis_facet_count: OF_ACCOUNT,
    analysis_month_count: OF_ACCOUNT,
    analysis_party: { account: ACCOUNT, names: 'value folded', follows: true },
    analysis_payload: OF_CALL,
    analysis_scorecard: BOTH,
    held_call: BOTH,
    call_words: { ...BOTH, names: 'agent_id contact_id', follows: true },
    call_words_piece: OF_CALL,
    unsearchable_call: BOTH,
    deleted_call: { call: CALL, stays: 'What was sent to providers, until it is billed; swept.' },
    recording_deletion: { stays: 'Keys of objects, until the store has deleted them.' },
    erasure_journal: { stays: 'Lines without ids and names, until they are in the object store.' },
    erasure_object: { stays: NOTHING_OF_CLIENTS },
    review_task: { ...BOTH, names: 'agent_id claimed_by dismissed_by' },
    review_task_scorecard: BOTH,
    sent_request: OF_CALL,
    transcript_version: BOTH,
    vendor_job: { call: CALL, stays: 'Loses the id of its call, until the vendor has deleted its copy.' },
  },
  'accounts/api-keys': { api_key: OF_ACCOUNT },
  'arrivals/batches': {
    batch: { account: ACCOUNT, mentions: 'defaults' },
    batch_line: {
      ...BOTH,
      mentions: 'body faults external_id',
      since: '(SELECT b.created_at FROM batch b WHERE b.id = batch_line.batch_id)',
    },
    batch_manifest: OF_ACCOUNT,
  },
  billing: {
    evaluation_count: OF_ACCOUNT,
    ledger_entry: { call: CALL, account: ACCOUNT, stays: 'The books; the account becomes a random id.' },
    minutes_reservation: OF_CALL,
    overage_report: { stays: 'The books, with ids of the payment provider.' },
    payment_event: { stays: 'Events of the payment provider, kept for the books.' },
    period_overage: goesWith('usage_period'),
    scenario_count: OF_ACCOUNT,
    subscription: OF_ACCOUNT,
    subscription_closure: { stays: 'Ids of the payment provider, until the subscription has ended there.' },
    usage_period: { account: ACCOUNT, stays: 'The books; the account becomes a random id.' },
  },
  'judging/calibration': {
    calibration: { account: ACCOUNT, names: 'reviewer_ids expert_id', mentions: 'name agreement' },
    calibration_call: BOTH,
    calibration_rating: { ...BOTH, names: 'reviewer_id' },
    sample: { account: ACCOUNT, mentions: 'filter' },
    sample_call: BOTH,
  },
  'judging/disputes': {
    dispute: { ...BOTH, names: 'agent_id raised_by reviewer_id resolver_id' },
    evaluation_acknowledgement: OF_ACCOUNT,
  },
  'judging/lines': { scorecard_line: goesWith('scorecard_revision') },
  'judging/revisions': { gate_answer: BOTH },
  'judging/reviews': {
    correction: { ...BOTH, names: 'reviewer_id' },
    correction_checkpoint: goesWith('correction'),
    review: { ...BOTH, names: 'agent_id reviewer_id' },
    review_link: { ...BOTH, names: 'reviewer_id' },
    review_scorecard: OF_ACCOUNT,
  },
  'judging/trials': {
    engine_trial: OF_ACCOUNT,
    engine_trial_checkpoint: goesWith('engine_trial_item'),
    engine_trial_item: BOTH,
    engine_trial_request: goesWith('engine_trial_item'),
    engine_trial_start: OF_ACCOUNT,
  },
  redaction: { redaction_settings: OF_ACCOUNT },
  masking: {
    call_redaction: BOTH,
    // Its own `name` is empty once nothing is left to be looked for.
    erasure: { account: ACCOUNT, mentions: 'reason reference' },
    erasure_call: { ...BOTH, stays: 'Calls of an erasure, until nothing of them is found.' },
    erasure_key: { ...goesWith('erasure'), stays: 'Keys of objects, until none of them is found.' },
    retention_ceiling: { stays: NOTHING_OF_CLIENTS },
    retention_ended: OF_ACCOUNT,
    retention_settings: OF_ACCOUNT,
    hold: {
      account: ACCOUNT,
      call: 'cursor_id = $1',
      mentions: 'name reason filter release_reason',
      stays: 'Where a search is; empty once it has ended.',
    },
    redaction: {
      account: ACCOUNT,
      call: 'cursor_id = $1',
      mentions: 'filter',
      stays: 'Where a job is; empty once it has ended.',
    },
  },
  'insight/search': {
    search_backfill: { account: ACCOUNT, call: 'id = $1', stays: 'Where the backfill is, which an upgrade starts.' },
  },
  'insight/exports': {
    export: { account: ACCOUNT, mentions: 'filter' },
    export_calls: { goesWith: 'export', stays: 'Half an id for each call of a file, until the file is deleted.' },
    export_gone_call: { call: CALL, stays: 'Calls deleted while a file is written, until it is written without them.' },
  },
  work: { engine_pause: OF_ACCOUNT },
  platform: {
    audit_anchor: OF_ACCOUNT,
    audit_chain: OF_ACCOUNT,
    audit_entry: { account: ACCOUNT, call: 'subject_id = $1::text', stays: 'What was done to a call, by its id.' },
    audit_key: OF_ACCOUNT,
    deployment: { stays: NOTHING_OF_CLIENTS },
    engine_learnt: { stays: NOTHING_OF_CLIENTS },
    held_bytes: OF_ACCOUNT,
    idempotency_key: {
      call: 'resource_id = $1 OR subjects @> ARRAY[$1::text]',
      account: 'account_id = $1 OR resource_id = $1 OR subjects @> ARRAY[$1::text]',
    },
    migration: { stays: NOTHING_OF_CLIENTS },
    round_lease: { stays: NOTHING_OF_CLIENTS },
    shared_reading: { stays: NOTHING_OF_CLIENTS },
  },
  scorecards: {
    carried_answers: OF_CALL,
    evaluation: { ...BOTH, names: 'agent_id contact_id' },
    evaluation_checkpoint: goesWith('evaluation'),
    evaluation_kind_count: OF_ACCOUNT,
    evaluation_payload: goesWith('evaluation'),
    judge_change: OF_ACCOUNT,
    rescore: {
      account: ACCOUNT,
      call: 'cursor_id = $1',
      mentions: 'filter',
      stays: 'Where a job is; empty once it has ended.',
    },
    scorecard: { account: ACCOUNT, mentions: 'applies_to' },
    scorecard_revision: goesWith('scorecard'),
    scorecard_watch: OF_ACCOUNT,
    watch_answer: BOTH,
    watch_call: BOTH,
  },
  'arrivals/sources': {
    source: { account: ACCOUNT, mentions: 'name settings defaults' },
    source_item: { ...BOTH, mentions: 'object_key external_id error submission' },
  },
  'insight/statistics': {
    stat_day: SUMS,
    stat_delta: SUMS,
    stat_hour: SUMS,
    stat_month: SUMS,
    stat_rollup: SUMS,
  },
  uploads: {
    upload: { ...BOTH, mentions: 'file_name metadata' },
    upload_remains: { stays: 'Keys of parts, until the store has deleted them.' },
  },
  'accounts/users': {
    account: { account: 'id = $1' },
    account_token: OF_ACCOUNT,
    ended_token: OF_ACCOUNT,
    member: OF_AGENT,
  },
  'accounts/members': { invitation: OF_AGENT },
  'accounts/engines': { engine_settings: OF_ACCOUNT },
  'accounts/sso': {
    sign_in: OF_ACCOUNT,
    sign_in_domain: OF_ACCOUNT,
    sign_in_session: OF_ACCOUNT,
    sign_in_used: OF_ACCOUNT,
  },
  webhooks: {
    webhook_attempt: { stays: 'Times and states of the attempts at a delivery, without its subject; swept.' },
    webhook_delivery: BOTH,
    webhook_endpoint: { ...OF_AGENT, mentions: 'description metadata' },
    webhook_secret: OF_ACCOUNT,
  },
};

/** Objects of the store by their prefix, with what deletes them. */
export const STORED_OBJECTS: Readonly<Record<StoredPrefix, string>> = {
  'recordings/':
    'noted in the transaction that deletes or masks the call, and deleted after it; kept beside a masked one ' +
    'where that is wanted',
  'exports/':
    'given to no one from the transaction that deletes or masks one of their calls, and deleted after it, ' +
    'whatever else they hold',
  'uploads/': 'become the recording of their call, or are deleted a day later',
};

/** Queues in Redis. Their jobs hold ids, and do nothing for what is deleted. */
export const QUEUES: Readonly<Record<QueueName, 'wakes a worker' | 'id of a delivery'>> = {
  calls: 'wakes a worker',
  downloads: 'wakes a worker',
  sandbox: 'wakes a worker',
  evaluations: 'wakes a worker',
  corrections: 'wakes a worker',
  'call-redactions': 'wakes a worker',
  'engine-trials': 'wakes a worker',
  exports: 'wakes a worker',
  manifests: 'wakes a worker',
  deliveries: 'id of a delivery',
};

/** Places elsewhere. */
export const ELSEWHERE: Readonly<Record<string, string>> = {
  'lines about erasures in the store': 'HMACs; kept for a database that is restored from a backup',
  'head of an audit log in the store': 'the id of the account, a number and a hash; deleted with the account',
  'folders of workers': 'deleted at the end of the run; of a killed worker, by the sweep of another',
  'copies at a speech vendor': 'deleted there within minutes, once the piece is stored or the call is deleted',
  'jobs of threads': 'in memory, for a run',
  'links to reports, recordings, reviews and files': 'lead to a row or an object, and to nothing once that is gone',
};
