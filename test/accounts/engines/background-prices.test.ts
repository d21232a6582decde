// An engine with a cheaper tier for work that may wait: both prices of a rescore beforehand, and what its answers have cost.
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  finalAnalysis,
  startTestService,
  type TestService,
  until,
  uploadOf,
} from '../../support/apps/running-service.js';
import { accountIdOf, formWith, publishForm } from '../../support/builders/published-form.js';
import { recordedCall, startScriptedProvider } from '../../support/builders/scripted-call.js';
import { checkedPaths } from '../../support/clients/checked-paths.js';
import { type Ask, askAs } from '../../support/clients/interface-client.js';
import { completeWith, type OpenAiStub, refuse, type StubRequest } from '../../support/stubs/openai-stub.js';

const ENGINES = join(tmpdir(), `engines-${randomUUID()}.json`);
/** Tokens of each answer: 200 of the input, of which the cache had 100, and 10 of the output. */
const USAGE = { prompt_tokens: 200, completion_tokens: 10, prompt_tokens_details: { cached_tokens: 100 } };

let provider: OpenAiStub;
let service: TestService;
let ask: Ask;
let accountId: string;
let hasTier = true;
const tiers: unknown[] = [];

beforeAll(async () => {
  provider = await startScriptedProvider({ chat: (request) => answerOf(request) });
  const { baseUrl: base_url } = provider;
  const engine = { provider: 'openai', base_url, api_key_env: 'STUB_KEY' };
  const luna = {
    ...engine,
    task: 'analysis',
    model: 'gpt-6-luna',
    prices: { input: 100, output: 1_000, cached: 10 },
    background: { service_tier: 'flex', prices: { input: 50, output: 500, cached: 1 } },
  };
  await writeFile(
    ENGINES,
    JSON.stringify({ engines: { house: { ...engine, task: 'transcription', model: 'gpt-transcribe' }, luna } }),
  );
  service = await startTestService({ ENGINES_FILE: ENGINES, STUB_KEY: 'sk-stub' });
  const account = await service.openAccount();
  accountId = await accountIdOf(service.db, account.email);
  ask = askAs(service, account);
  const api = checkedPaths(service.baseUrl, account.liveKey);
  const { id } = await api.post('/analysis', { body: uploadOf(recordedCall()) });
  await finalAnalysis(api, id);
});
afterAll(async () => {
  await service?.stop();
  await provider?.close();
});

function answerOf({ json }: StubRequest) {
  if (!JSON.stringify(json?.messages).includes('evaluation form')) return undefined;
  const tier = json && 'service_tier' in json ? json.service_tier : undefined;
  tiers.push(tier);
  if (tier !== undefined && !hasTier) return refuse(400, 'Unsupported service_tier: flex');
  const answered = completeWith({
    answers: [{ question: 'thanks', answer: 'no', confidence: 0.9, rationale: 'No one did.', quotes: [] }],
  });
  return { body: { ...Object(answered.body), usage: USAGE } };
}

/** @returns the estimate of a rescore of the one call, and what its evaluation did cost */
async function rescored() {
  const scorecard_id = await publishForm(service.db, accountId, formWith({ kind: 'model' }));
  const { estimate } = (await ask('/rescores', { json: { scorecard_id, dry_run: true } })).body;
  const { id } = (await ask('/rescores', { json: { scorecard_id } })).body;
  const job = async () => (await ask(`/rescores/${id}`)).body;
  await until(async () => (await job()).status === 'completed', 'the rescore');
  const { rows } = await service.db.query<{ provenance: string }>(
    'SELECT p.provenance FROM evaluation_payload p JOIN evaluation e ON e.id = p.evaluation_id WHERE e.scorecard_id = $1',
    [scorecard_id],
  );
  return {
    estimate,
    stored: await job(),
    provenance: JSON.parse(String(rows[0]?.provenance)),
  };
}

it('tells both prices of a rescore, and the one that its answers had', async () => {
  const { estimate, stored, provenance } = await rescored();
  const { input_tokens: input, output_tokens: output } = estimate;
  if (input === null || output === null) throw new Error('No tokens are estimated');
  expect(estimate).toMatchObject({
    calls: 1,
    cost: { amount_micros: input * 100 + output * 1_000, currency: 'usd' },
    background_cost: { amount_micros: input * 50 + output * 500, currency: 'usd' },
  });
  expect(stored.estimate).toEqual(estimate);
  expect(tiers, 'tiers that were asked for').toEqual(['flex']);
  expect(provenance.cost).toEqual({ amount_micros: 100 * 50 + 100 * 1 + 10 * 500, currency: 'usd' });
});

it('has the ordinary price where the tier is refused', async () => {
  hasTier = false;
  tiers.length = 0;
  const { provenance } = await rescored();
  expect(tiers, 'tiers that were asked for').toEqual(['flex', undefined]);
  expect(provenance.cost).toEqual({ amount_micros: 100 * 100 + 100 * 10 + 10 * 1_000, currency: 'usd' });
});

it('knows only the ordinary price of jobs of an earlier release', async () => {
  await service.db.query(`UPDATE rescore SET estimate = (estimate::jsonb - 'background_cost')::text`);
  for (const { estimate } of (await ask('/rescores')).body.items) {
    expect(estimate.cost, 'the ordinary price').not.toBeNull();
    expect(estimate.background_cost).toBeNull();
  }
});
