// Who may acknowledge and dispute, what becomes of their words, and whom the service tells.
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { setUpDisputes } from '../support/apps/disputing-service.js';
import type { Account, TestService } from '../support/apps/running-service.js';
import { type ReviewableCall, storeReviewableCall } from '../support/builders/reviewable-call.js';
import { storeMember } from '../support/builders/stored-members.js';
import { type DisputeRequests, disputeRequests, ON_OFFER } from '../support/clients/dispute-requests.js';
import { type Ask } from '../support/clients/interface-client.js';

const HOOK = 'https://hooks.example.com/disputes';
const CARD_NUMBER = '4111 1111 1111 1111';

let service: TestService;
let account: Account;
let accountId: string;
let ask: Ask;
let call: ReviewableCall;
let at: DisputeRequests;

setUpDisputes((given) => {
  ({ service, account, accountId, ask, call, at } = given);
});

async function linkSession(may: readonly string[], reviewer_id = 'agent-7'): Promise<string> {
  const made = await ask(`/analysis/${call.callId}/review-links`, { json: { reviewer_id, may } });
  await expect(made).toAnswer(201);
  const token = String(made.body.url).split('#review=')[1];
  return (await ask('/review/session', { json: { token }, credential: null })).body.access_token;
}

async function deliveriesOf(table: string, id: string) {
  const { rows } = await service.db.query(
    `SELECT event, status, detail_id FROM webhook_delivery WHERE ${table}_id = $1 ORDER BY created_at, event`,
    [id],
  );
  return rows;
}

describe('who', () => {
  it('opens a link acknowledges and disputes under its name, and only as it may', async () => {
    const [may, mayNot] = [await linkSession(['acknowledge', 'dispute']), await linkSession(['read'])];
    const acknowledged = await at.acknowledge({ note: 'Seen.' }, may);
    await expect(acknowledged).toAnswer(200);
    await expect(await at.acknowledge({ agent_id: 'agent-8' }, may)).toAnswer(403);
    await expect(await at.acknowledge({ agent_id: 'agent-7' }, mayNot)).toAnswer(403, {
      detail: 'This link does not allow acknowledgements',
    });
    await expect(await at.dispute({}, mayNot)).toAnswer(403, { detail: 'This link does not allow disputes' });
    await expect(await at.acknowledge({ agent_id: 'mara' }, await linkSession(['acknowledge'], 'mara'))).toAnswer(400);
    const opened = await at.dispute({ raised_by: undefined }, may);
    await expect(opened).toAnswer(201);
    expect(opened.body).toMatchObject({ raised_by: 'agent-7', via: 'review_link' });
    const headers = { authorization: `Bearer ${may}` };
    const list = `/disputes?analysis_id=${opened.body.analysis_id}`;
    expect((await ask(list, { credential: may })).body.items).toMatchObject([{ id: opened.body.id }]);
    await expect(await ask(list, { credential: mayNot })).toAnswer(403);
    const ofTwo = `?analysis_id=${opened.body.analysis_id}&analysis_id=${randomUUID()}`;
    for (const path of ['', '?agent_id=agent-7', `?analysis_id=${randomUUID()}`, ofTwo, `/${opened.body.id}`]) {
      const response = await fetch(`${service.baseUrl}/disputes${path}`, { headers });
      expect(response.ok, path).toBe(false);
    }
    const decided = await fetch(`${service.baseUrl}/disputes/${opened.body.id}/resolve`, { method: 'POST', headers });
    expect(decided.ok, 'resolved by a link').toBe(false);
    const elsewhere = await storeReviewableCall(service.db, accountId);
    const path = `/evaluations/${elsewhere.evaluationId}/acknowledge`;
    await expect(await ask(path, { json: {}, credential: may })).toAnswer(404);
  });

  it('is an agent acts on own evaluations alone', async () => {
    const agent = await storeMember(service, account, 'agent', { agentId: 'agent-7' });
    const other = await storeMember(service, account, 'agent', { agentId: 'agent-8' });
    await expect(await at.acknowledge({}, agent.token)).toAnswer(200);
    await expect(await at.acknowledge({ agent_id: 'agent-8' }, agent.token)).toAnswer(422);
    await expect(await at.acknowledge({}, other.token)).toAnswer(404);
    await expect(await at.dispute({}, agent.token)).toAnswer(422);
    const opened = await at.dispute({ raised_by: undefined }, agent.token);
    await expect(opened).toAnswer(201);
    expect(opened.body.raised_by).toBe(agent.id);
    const list = async (credential: string) => (await ask('/disputes', { credential })).body.total;
    expect([await list(agent.token), await list(other.token)]).toEqual([1, 0]);
    await expect(await ask(`/disputes/${opened.body.id}`, { credential: agent.token })).toAnswer(200);
    await expect(await ask(`/disputes/${opened.body.id}`, { credential: other.token })).toAnswer(404);
    await expect(await at.resolve(opened.body.id, {}, agent.token)).toAnswer(403);
  });

  it('is another member acts for no one else, but its keys do', async () => {
    const analyst = await storeMember(service, account, 'analyst');
    const reviewer = await storeMember(service, account, 'reviewer', { agentId: 'agent-7' });
    await expect(await at.acknowledge({ agent_id: 'agent-7' }, analyst.token)).toAnswer(422);
    const detail = 'The evaluation is of another agent';
    await expect(await at.dispute({ raised_by: undefined }, analyst.token)).toAnswer(400, { detail });
    await expect(await at.acknowledge({}, reviewer.token)).toAnswer(403);
    await expect(await at.acknowledge({ agent_id: 'agent-7' }, analyst.key)).toAnswer(200);
    const { body: opened } = await at.dispute({}, analyst.key);
    expect(opened).toMatchObject({ raised_by: 'agent-7', via: 'api_key' });
    await expect(await at.resolve(opened.id, {}, reviewer.token)).toAnswer(422);
    const resolved = await at.resolve(opened.id, { reviewer_id: undefined }, reviewer.token);
    expect(resolved.body).toMatchObject({ reviewer_id: reviewer.id });
  });
});

describe('what agents and reviewers type', () => {
  it('is masked when it is written', async () => {
    await expect(await ask('/settings/redaction', { method: 'PUT', json: { preset: 'pci' } })).toAnswer(200);
    const note = `My card is ${CARD_NUMBER}.`;
    const acknowledged = await at.acknowledge({ agent_id: 'agent-7', note });
    const opened = await at.dispute({ answers: [{ ...ON_OFFER, note }] });
    const upheld = await at.uphold(opened.body.id, { note });
    const { body: second } = await at.dispute();
    const overturned = await at.resolve(second.id, { note });
    for (const answer of [acknowledged, opened, upheld, overturned]) {
      expect(answer.text).toContain('My card is [');
      expect(answer.text).not.toContain('4111 1111');
    }
    const { rows } = await service.db.query(
      'SELECT answers, note FROM dispute WHERE account_id = $1 UNION ALL SELECT note, NULL FROM evaluation_acknowledgement WHERE account_id = $1',
      [accountId],
    );
    expect(rows, 'disputes and an acknowledgement').toHaveLength(3);
    expect(JSON.stringify(rows)).not.toContain('4111 1111');
  });

  it('goes with the analysis and with the account', async () => {
    const count = async () => {
      const { rows } = await service.db.query(
        `SELECT (SELECT count(*)::int FROM dispute) AS disputes, (SELECT count(*)::int FROM evaluation_acknowledgement) AS acknowledged,
           (SELECT coalesce(sum(bytes), 0)::int FROM held_bytes WHERE kind = 'reviews' AND account_id = $1) AS bytes`,
        [accountId],
      );
      return rows[0];
    };
    const before = await count();
    await at.dispute();
    await at.acknowledge({ agent_id: 'agent-7', note: 'Seen.' });
    const held = await count();
    expect(held).toMatchObject({ disputes: before.disputes + 1, acknowledged: before.acknowledged + 1 });
    expect(held.bytes).toBeGreaterThan(before.bytes);
    await expect(await ask(`/analysis/${call.callId}`, { method: 'DELETE' })).toAnswer(200);
    expect(await count()).toEqual(before);
    call = await storeReviewableCall(service.db, accountId);
    at = disputeRequests(ask, call);
    await at.dispute();
    await at.acknowledge({ agent_id: 'agent-7' });
    await service.db.query('DELETE FROM account WHERE id = $1', [accountId]);
    expect(await count()).toMatchObject({ disputes: before.disputes, acknowledged: before.acknowledged });
  });
});

describe('notifications', () => {
  it('go to the webhook and the endpoints that ask for them', async () => {
    const endpoint = async (events: readonly string[], filter?: object) =>
      (await ask('/webhooks/endpoints', { json: { url: HOOK, events, ...(filter && { filter }) } })).body.id;
    const [fitting, other] = [
      await endpoint(['*'], { scorecard_id: call.cardId, agent_id: 'agent-7' }),
      await endpoint(['dispute.opened'], { agent_id: 'agent-8' }),
    ];
    await service.db.query(
      "UPDATE analysis SET webhook_url = $2, webhook_events = '{dispute.resolved}' WHERE id = $1",
      [call.callId, HOOK],
    );
    await at.acknowledge({ agent_id: 'agent-7' });
    const { body: opened } = await at.dispute();
    await at.resolve(opened.id);
    expect(await deliveriesOf('endpoint', other)).toEqual([]);
    expect(await deliveriesOf('endpoint', fitting)).toEqual([
      { event: 'evaluation.acknowledged', status: 'pending', detail_id: null },
      { event: 'dispute.opened', status: 'pending', detail_id: opened.id },
      { event: 'dispute.resolved', status: 'pending', detail_id: opened.id },
    ]);
    const own = (await ask(`/analysis/${call.callId}/deliveries`)).body.items;
    expect(own, 'deliveries of the call').toHaveLength(4);
  });

  it('of test mode are kept with their body, and sent to no one', async () => {
    const testKey = (await ask('/api-keys', { json: { name: 'Test', mode: 'test' } })).body.key;
    call = await storeReviewableCall(service.db, accountId, { livemode: false, webhookUrl: HOOK });
    at = disputeRequests(ask, call);
    await service.db.query("UPDATE analysis SET webhook_events = '{dispute.opened}' WHERE id = $1", [call.callId]);
    const { body: opened } = await at.dispute({}, testKey);
    expect(opened).toMatchObject({ livemode: false });
    const path = `/analysis/${call.callId}/deliveries`;
    const [delivery] = (await ask(path)).body.items;
    expect(delivery).toMatchObject({ event: 'dispute.opened', status: 'suppressed' });
    const { body } = await ask(`${path}/${delivery.id}`);
    expect(JSON.parse(body.request.body)).toMatchObject({ event: 'dispute.opened', livemode: false, data: opened });
  });

  it('tell of a calibration session that was closed', async () => {
    const listening = await ask('/webhooks/endpoints', {
      json: { url: HOOK, events: ['calibration.closed'], filter: { scorecard_id: call.cardId } },
    });
    await expect(listening).toAnswer(201);
    const session = await ask('/calibrations', {
      json: { scorecard_id: call.cardId, analysis_ids: [call.callId], reviewer_ids: ['mara', 'jonas'] },
    });
    await expect(session).toAnswer(201);
    expect(await deliveriesOf('calibration', session.body.id)).toEqual([]);
    await expect(await ask(`/calibrations/${session.body.id}/close`, { method: 'POST' })).toAnswer(200);
    expect(await deliveriesOf('calibration', session.body.id)).toMatchObject([
      { event: 'calibration.closed', status: 'pending' },
    ]);
  });
});
