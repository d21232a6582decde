// Every table of the schema counts into what an account holds, or stands here with the reason why its size is bounded anyway.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const CALL =
  'One row or a fixed number of rows for each call, which takes minutes or, where it fails, the budget of submissions.';
const SMALL = 'A fixed number of rows in each deployment or account.';

const BOUNDED_OTHERWISE: Readonly<Record<string, string>> = {
  account: SMALL,
  account_token: 'The budget of mails bounds the rows, and the sweep deletes what has expired.',
  analysis: CALL,
  analysis_checkpoint: 'Goes when its call is settled; its size follows the minutes of the recording.',
  analysis_entry: CALL,
  analysis_facet_count: CALL,
  analysis_month_count: CALL,
  analysis_party: CALL,
  analysis_payload: `${CALL} A person's verdicts replace the earlier ones of the same finding.`,
  analysis_scorecard: 'One row for each call and scorecard.',
  api_key: '100 keys that work and 100 revoked ones for each account.',
  audit_anchor: SMALL,
  audit_chain: SMALL,
  audit_entry:
    'The budgets of requests and log-ins bound the rows, which go after 400 days. Who holds too much cannot delete them.',
  audit_key: SMALL,
  batch_manifest: 'One row for each batch, which counts.',
  call_words: CALL,
  call_words_piece: CALL,
  carried_answers: 'One row for each evaluation of a corrected call, deleted once that is made again.',
  correction_checkpoint: 'One row for each correction in progress.',
  deleted_call: `${CALL} Swept.`,
  deployment: SMALL,
  ended_token:
    'One row for each log-out, after a log-in that the budget of guesses bounds; forgotten once it has expired.',
  engine_learnt: 'One row for each model on a server that was ever configured.',
  engine_pause: SMALL,
  engine_trial_checkpoint: 'Goes when its item is settled; its size follows the minutes of the recording.',
  engine_trial_request: 'One row for each piece of a recording, and item of a trial; an account has 4,000 items a day.',
  engine_trial_start: 'Five rows for each account.',
  erasure_call: 'One row for each call of an erasure, until nothing of it is found.',
  erasure_journal: 'Lines of a second, until they are in the object store.',
  erasure_key: 'One row for each object that an erasure deletes, until none is found.',
  erasure_object: 'A few rows for each day.',
  evaluation: 'EVALUATIONS_PER_MONTH, and the limits of rescores.',
  evaluation_checkpoint: 'Goes when its evaluation is settled.',
  evaluation_count: 'One row for each period.',
  evaluation_kind_count: 'At most two rows for each evaluation.',
  evaluation_payload: "One row for each evaluation. A person's answers replace the earlier ones of the same question.",
  export_calls: 'Eight bytes for each call of an export, whose file counts; deleted with the file.',
  export_gone_call: 'One row for each call that is deleted while an export is written.',
  held_bytes: 'The sum itself: a few rows for each account.',
  invitation: '100 that are open and 100 that have ended for each account.',
  ledger_entry: CALL,
  member: '500 for each account.',
  migration: SMALL,
  minutes_reservation: CALL,
  overage_report: CALL,
  payment_event: 'Written for signed events of the payment provider alone.',
  period_overage: 'One row for each period and price.',
  recording_deletion: 'One row for each object of the store, deleted with it.',
  redaction_settings: SMALL,
  retention_ceiling: SMALL,
  retention_ended: SMALL,
  retention_settings: SMALL,
  review_link: '100 links that work and 100 ended ones for each call.',
  review_scorecard: 'One row for each review, which counts, and scorecard of its call.',
  review_task: CALL,
  review_task_scorecard: 'One row for each call and scorecard.',
  round_lease: SMALL,
  scenario_count: 'One row for each period.',
  scorecard: '200 for each account, which may hold 64 MiB with their forms.',
  scorecard_line: 'One row for each revision of a scorecard, of which 64 MiB may be held.',
  scorecard_revision: '64 MiB for each account.',
  search_backfill: SMALL,
  sent_request: CALL,
  shared_reading: SMALL,
  engine_settings: SMALL,
  sign_in: SMALL,
  sign_in_domain: '20 for each account.',
  sign_in_session: '20 for each of 500 members.',
  sign_in_used: 'One row for each log-in and log-out of a provider; forgotten after ten minutes.',
  source: '20 sources for each account.',
  stat_delta: 'Folded into the sums, of which those of test calls count, within seconds.',
  stat_rollup: 'Made of the sums, and fewer rows than these; those of test calls count.',
  subscription: SMALL,
  subscription_closure: SMALL,
  unsearchable_call: CALL,
  upload: 'The limit of open uploads, each of which expires in a day.',
  upload_remains: 'One row for each upload, deleted with its parts.',
  usage_period: 'One row for each month and mode.',
  vendor_job: `${CALL} Gone once the vendor has deleted its copy.`,
  webhook_attempt: '100 attempts for each delivery; 50 bytes each.',
  webhook_endpoint: 'The limit of endpoints for each account; deleted ones are swept.',
  webhook_secret: SMALL,
};

const schema = readFileSync('docs/schema.sql', 'utf8');
const tables = [...schema.matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name = '']) => name);
const triggersOf = (table: string) =>
  ['insert', 'update', 'delete'].filter((event) =>
    new RegExp(`^CREATE TRIGGER ${table}_held_${event} `, 'im').test(schema),
  );
const held = tables.filter((table) => triggersOf(table).length > 0);

it('each table counts, or has a reason why not', () => {
  expect([...held, ...Object.keys(BOUNDED_OTHERWISE)].sort()).toEqual(tables.sort());
});

it('each table that counts does so when rows are written, changed and deleted, and stands in the recount', () => {
  const recount = schema.slice(schema.indexOf('FUNCTION held_bytes_recounted'));
  for (const table of held) {
    expect(triggersOf(table), table).toEqual(['insert', 'update', 'delete']);
    expect(recount).toContain(`FROM ${table} AS r`);
  }
});
