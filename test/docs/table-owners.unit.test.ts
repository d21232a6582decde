// Each table has one room of `src` that writes it, or one part of a wing. Others call a function of that folder, with their own
// transaction.
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** The owners, with their tables. Some tables are written by triggers alone; they belong where their trigger's table does. */
const TABLES: Readonly<Record<string, string>> = {
  calls: `analysis analysis_checkpoint analysis_entry analysis_facet_count analysis_month_count analysis_party
    analysis_payload analysis_scorecard
    call_words call_words_piece unsearchable_call
    deleted_call recording_deletion review_task review_task_scorecard sent_request transcript_version vendor_job`,
  'accounts/api-keys': 'api_key',
  'arrivals/batches': 'batch batch_line batch_manifest',
  billing: `evaluation_count ledger_entry minutes_reservation overage_report payment_event period_overage scenario_count
    subscription subscription_closure usage_period`,
  'judging/calibration': 'calibration calibration_call calibration_rating sample sample_call',
  'judging/disputes': 'dispute evaluation_acknowledgement',
  'judging/lines': 'scorecard_line',
  'judging/revisions': 'gate_answer',
  'judging/reviews': 'correction correction_checkpoint review review_link review_scorecard',
  'judging/trials': 'engine_trial engine_trial_checkpoint engine_trial_item engine_trial_request engine_trial_start',
  redaction: 'redaction_settings',
  masking: 'call_redaction redaction',
  'insight/search': 'search_backfill',
  'insight/exports': 'export export_calls export_gone_call',
  work: 'engine_pause',
  platform: 'deployment engine_learnt held_bytes idempotency_key migration round_lease shared_reading',
  scorecards: `carried_answers evaluation evaluation_checkpoint evaluation_kind_count evaluation_payload judge_change rescore
    scorecard scorecard_revision scorecard_watch watch_answer watch_call`,
  'arrivals/sources': 'source source_item',
  'insight/statistics': 'stat_day stat_delta stat_hour stat_month stat_rollup',
  uploads: 'upload upload_remains',
  'accounts/users': 'account account_token ended_token member',
  'accounts/members': 'invitation',
  'accounts/engines': 'engine_settings',
  'accounts/sso': 'sign_in sign_in_domain sign_in_session sign_in_used',
  webhooks: 'webhook_attempt webhook_delivery webhook_endpoint webhook_secret',
};

const OWNERS = new Map(
  Object.entries(TABLES).flatMap(([folder, tables]) => tables.split(/\s+/).map((table) => [table, folder] as const)),
);
/** @returns the owner that the path lies in, or the room at the top */
const folderOf = (path: string) =>
  Object.keys(TABLES).find((folder) => path.startsWith(`${folder}/`)) ?? path.split('/')[0];
const WRITE = /\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|MERGE\s+INTO|TRUNCATE(?:\s+TABLE)?)\s+(?:ONLY\s+)?(\w+)/g;
const ENTITY = /@Entity\('(\w+)'\)[^{]*?class (\w+)/g;

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !path.startsWith('platform/database/migrations/'))
  .map((path) => ({ path, folder: folderOf(path), text: readFileSync(`src/${path}`, 'utf8') }));
const entities = new Map(
  sources.flatMap(({ text }) => [...text.matchAll(ENTITY)].map(([, table = '', name = '']) => [name, table] as const)),
);

function writtenBy(text: string): string[] {
  const byStatement = [...text.matchAll(WRITE)].map(([, table = '']) => table);
  const byEntity = [...text.matchAll(/\.(?:insert|update|upsert|save|delete|remove)\(\s*(\w+)/g)].map(
    ([, name = '']) => entities.get(name) ?? '',
  );
  return [...byStatement, ...byEntity].filter((table) => OWNERS.has(table));
}

it('gives every table of docs/schema.sql one owner', () => {
  const tables = [...readFileSync('docs/schema.sql', 'utf8').matchAll(/^CREATE TABLE (\w+)/gm)].map(([, name]) => name);
  expect([...OWNERS.keys()].sort()).toEqual(tables.sort());
});

it('lets no folder of src write a table that another one owns', () => {
  const written = sources.flatMap(({ path, folder, text }) =>
    writtenBy(text).map((table) => ({ path, folder, table, owner: OWNERS.get(table) })),
  );
  expect(new Set(written.map(({ owner }) => owner)), 'owners whose statements the scan finds').toEqual(
    new Set(OWNERS.values()),
  );
  expect(written.filter(({ folder, owner }) => folder !== owner)).toEqual([]);
});
