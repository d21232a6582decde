// What made the results of a call: which engines, versions and people, who read the original, and who may ask.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SigningKeySet, verifySigned } from '../../clients/typescript/src/index.js';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { accountIdOf } from '../support/builders/published-form.js';
import { type ReviewableCall, storeReviewableCall } from '../support/builders/reviewable-call.js';
import { storeCorrection } from '../support/builders/stored-corrections.js';
import { storeMember } from '../support/builders/stored-members.js';
import { makeTestKey } from '../support/clients/checked-paths.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';

const CANARY = 'an own word of the reviewer';
const MODEL = {
  judge: 'openai:gpt-6-luna',
  prompt_version: 'form-1',
  revision_hash: `sha256:${'0'.repeat(64)}`,
  transcript_hash: `sha256:${'1'.repeat(64)}`,
  input_tokens: 3120,
  output_tokens: 410,
  cost: { amount_micros: 1210, currency: 'usd' },
};

let service: TestService;
let account: Account;
let accountId: string;
let ask: Ask;
let call: ReviewableCall;

beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api' });
  account = await service.openAccount();
  accountId = await accountIdOf(service.db, account.email);
  ask = askAs(service, account);
  call = await storeReviewableCall(service.db, accountId);
  await service.db.query(
    "UPDATE analysis SET settled_at = created_at + interval '8 s', processing_time_ms = 8100 WHERE id = $1",
    [call.callId],
  );
  await service.db.query(
    "UPDATE evaluation SET fence = 2, settled_at = created_at + interval '4200 ms' WHERE id = $1",
    [call.evaluationId],
  );
  await service.db.query('UPDATE evaluation_payload SET provenance = $2 WHERE evaluation_id = $1', [
    call.evaluationId,
    JSON.stringify(MODEL),
  ]);
});
afterAll(() => service?.stop());

const provenance = async (id = call.callId, asOne = ask, query = '', credential?: string) =>
  asOne(`/analysis/${id}/provenance${query}`, credential === undefined ? {} : { credential });

describe('the provenance', () => {
  it('names engines, versions, tokens, time and cost, and null for what the service does not know', async () => {
    const { body } = await provenance();
    const unknown = { attempts: null, seconds: null, tokens: null, cost: null, evaluation: null, named_engine: null };
    expect(body).toEqual({
      object: 'provenance',
      account_id: accountId,
      analysis_id: call.callId,
      livemode: true,
      status: 'completed',
      created: expect.any(Number),
      ended_at: body.created + 8,
      seconds: 8.1,
      as_of: expect.any(Number),
      stages: [
        { ...unknown, stage: 'transcription', engine: 'x', version: null },
        { ...unknown, stage: 'analysis', engine: 'x', version: '1' },
        {
          stage: 'evaluation',
          engine: MODEL.judge,
          named_engine: null,
          version: MODEL.prompt_version,
          attempts: 2,
          seconds: 4.2,
          tokens: { input: 3120, output: 410 },
          cost: MODEL.cost,
          evaluation: {
            id: call.evaluationId,
            scorecard_id: call.cardId,
            revision: 1,
            revision_hash: MODEL.revision_hash,
            transcript_hash: MODEL.transcript_hash,
            completed_at: expect.any(Number),
            superseded: false,
          },
        },
      ],
      transcript_versions: [
        { version: 1, origin: 'service', created: body.ended_at, correction_id: null, reviewer_id: null },
      ],
      redaction: null,
      reviews: [],
      original_reads: { since: expect.any(Number), total: 0, items: [] },
    });
  });

  it('has the figures that are stored of the stages, each null where it is not known', async () => {
    const { callId } = await storeReviewableCall(service.db, accountId);
    const heard = { attempts: 2, seconds: 3.217, tokens: { input: 84, output: 270 }, cost: MODEL.cost };
    await service.db.query('UPDATE analysis_payload SET stage_figures = $2 WHERE analysis_id = $1', [
      callId,
      JSON.stringify({ transcription: heard, analysis: { attempts: null, seconds: 1 } }),
    ]);
    const [transcription, analysis] = (await provenance(callId)).body.stages;
    expect(transcription).toMatchObject({ stage: 'transcription', ...heard });
    expect(analysis).toMatchObject({ stage: 'analysis', attempts: null, seconds: 1, tokens: null, cost: null });
  });

  it('is empty of stages for a call in progress, and says what masked one that was masked', async () => {
    const id = randomUUID();
    await service.db.query(
      `INSERT INTO analysis (id, account_id, livemode, agent_id, contact_id, request_id, storage_key)
       VALUES ($1, $2, true, 'a', 'c', 'r', 'recordings/x')`,
      [id, accountId],
    );
    const { body } = await provenance(id);
    expect(body).toMatchObject({ status: 'processing', stages: [], transcript_versions: [], ended_at: null });
    const masked = await storeReviewableCall(service.db, accountId);
    await service.db.query('UPDATE analysis_payload SET redaction = $2, maskings = 1 WHERE analysis_id = $1', [
      masked.callId,
      JSON.stringify({ status: 'applied', version: '1' }),
    ]);
    const { redaction } = (await provenance(masked.callId)).body;
    expect(redaction).toEqual({ status: 'applied', version: '1', later_maskings: 1 });
  });

  it('says who reviewed and corrected it, and who read the original, without their words', async () => {
    const { callId } = await storeReviewableCall(service.db, accountId);
    const review = { reviewer_id: 'mara', note: CANARY, findings: [] };
    const { body: reviewed } = await ask(`/analysis/${callId}/reviews`, { json: review });
    const correctionId = await storeCorrection(service.db, accountId, callId);
    await service.db.query("UPDATE correction SET status = 'completed', settled_at = now() WHERE id = $1", [
      correctionId,
    ]);
    await service.db.query('UPDATE analysis_payload SET transcript_version = 2 WHERE analysis_id = $1', [callId]);
    await service.db.query(
      "INSERT INTO audit_entry (account_id, livemode, actor_kind, actor_id, action, subject_type, subject_id, details) VALUES ($1, true, 'member', 'm-1', 'recording.original_read', 'analysis', $2, '{}')",
      [accountId, callId],
    );
    const { body } = await provenance(callId);
    expect(body.reviews).toEqual([
      { id: reviewed.id, created: expect.any(Number), reviewer_id: 'mara', via: 'token', transcript_version: 1 },
    ]);
    expect(body.transcript_versions[1]).toEqual({
      version: 2,
      origin: 'correction',
      created: expect.any(Number),
      correction_id: correctionId,
      reviewer_id: 'mara',
    });
    expect(body.original_reads).toMatchObject({ total: 1, items: [{ actor_kind: 'member', actor_id: 'm-1' }] });
    expect(JSON.stringify(body)).not.toContain(CANARY);
  });

  it('is signed as a certificate, which one changed member breaks', async () => {
    const { body: signed } = await provenance(call.callId, ask, '?format=signed');
    const keys = await fetch(`${service.rootUrl}/.well-known/call-analysis/keys.json`);
    const keySet = (await keys.json()) as SigningKeySet;
    expect(verifySigned(signed, keySet)).toBe(signed);
    const { key_id, signature, ...named } = signed;
    expect({ ...named, as_of: 0 }).toEqual({ ...(await provenance()).body, as_of: 0 });
    expect([key_id, signature]).toEqual([expect.any(String), expect.any(String)]);
    expect(() => verifySigned({ ...signed, status: 'failed' }, keySet)).toThrow('does not match');
    await expect(await provenance(call.callId, ask, '?format=pdf')).toAnswer(422);
  });
});

describe('who may ask', () => {
  it('is not another account, a key without the scope, or a member who does not see the call', async () => {
    const stranger = askAs(service, await service.openAccount());
    await expect(await provenance(call.callId, stranger)).toAnswer(404, { detail: 'Analysis not found' });
    const json = { name: 'Billing', scopes: ['billing:read'] };
    const { key } = (await ask('/api-keys', { json })).body;
    await expect(await provenance(call.callId, ask, '', key)).toAnswer(403);
    const other = await storeMember(service, account, 'reviewer', { teams: ['another'] });
    await expect(await provenance(call.callId, ask, '', other.token)).toAnswer(404);
    const own = await storeMember(service, account, 'agent', { agentId: 'agent-7' });
    await expect(await provenance(call.callId, ask, '', own.token)).toAnswer(200);
    const testKey = await makeTestKey(service.baseUrl, account.accessToken);
    await expect(await provenance(call.callId, ask, '', testKey)).toAnswer(
      (await ask(`/analysis/${call.callId}`, { credential: testKey })).status,
    );
  });
});
