import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { asMember } from '../../src/platform/audit/record-audit.js';
import { setUpWebhooks, type WebhookApp } from '../support/apps/webhook-app.js';
import { eventually } from '../support/processes/eventually.js';
import { answering, type WebhookReceiver } from '../support/stubs/webhook-receiver.js';

let service: WebhookApp;
let receiver: WebhookReceiver;
let accountId: string;

setUpWebhooks({ waitsMs: [] }, (given) => {
  ({ service, receiver, accountId } = given);
});

describe('the signing secret', () => {
  it('is the same at each reading, and another for each account', async () => {
    const first = await service.request('GET', '/webhooks/secret');
    await expect(first).toAnswer(200, {
      object: 'webhook_secret',
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      previous_expires_at: null,
    });
    expect(await service.request('GET', '/webhooks/secret')).toEqual(first);
    service.actAs(await service.account());
    expect((await service.request('GET', '/webhooks/secret')).body).not.toMatchObject({
      secret: (first.body as { secret: string }).secret,
    });
  });

  it('is made once when several requests ask for it first', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => service.secrets.get(accountId)));
    expect([...new Set(answers.map(({ secret }) => secret))], 'different secrets').toHaveLength(1);
  });

  it('is encrypted in the database, for its account only', async () => {
    const { secret } = await service.secrets.get(accountId);
    const [row] = await service.sql.query<{ secret_encrypted: Buffer }[]>(
      'SELECT secret_encrypted FROM webhook_secret WHERE account_id = $1',
      [accountId],
    );
    expect(row?.secret_encrypted.toString('latin1')).not.toContain(secret.slice(6, 20));
    const other = await service.account();
    await service.sql.query('INSERT INTO webhook_secret (account_id, secret_encrypted) VALUES ($1, $2)', [
      other,
      row?.secret_encrypted,
    ]);
    await expect(service.secrets.get(other)).rejects.toThrow();
  });

  it('is replaced by a rotation; the previous secret signs for 24 hours more', async () => {
    const before = await service.secrets.get(accountId);
    const answer = await service.request('POST', '/webhooks/secret/rotate');
    await expect(answer).toAnswer(200);
    const after = await service.secrets.get(accountId);
    expect(answer.body).toMatchObject({ secret: after.secret });
    expect(await service.secrets.getForSigning(accountId)).toEqual([after.secret, before.secret]);
    const hours = (Number(after.previousUntil) - Date.now()) / 3_600_000;
    expect(hours, 'hours for which the previous secret signs').toBeGreaterThan(23.9);
    expect(hours, 'hours for which the previous secret signs').toBeLessThan(24.1);
    await service.sql.query(
      "UPDATE webhook_secret SET previous_until = now() - interval '1 second' WHERE account_id = $1",
      [accountId],
    );
    expect(await service.secrets.getForSigning(accountId)).toEqual([after.secret]);
    expect((await service.secrets.get(accountId)).previousUntil, 'the end of the previous secret').toBeNull();
  });
});

describe('the delivery log', () => {
  it('shows every delivery with its attempts, newest first, and nothing of a reply [fault 90]', async () => {
    receiver.behave(answering(500));
    const { analysisId, deliveryId } = await service.event(receiver.url, { accountId });
    await eventually(async () => expect((await list(analysisId)).items[0]).toMatchObject({ status: 'failed' }));
    const second = await service.sql.transaction((tx) =>
      service.deliveries.record(tx, {
        accountId,
        analysisId,
        event: 'analysis.completed',
        url: `${receiver.url}?token=1`,
        livemode: false,
      }),
    );
    const page = await list(analysisId);
    expect(page).toEqual({
      items: [
        {
          id: second,
          object: 'webhook_delivery',
          event: 'analysis.completed',
          url: `${receiver.url}?token=1`,
          endpoint_id: null,
          status: 'suppressed',
          attempts: [],
          next_attempt_at: null,
          created: expect.any(Number),
        },
        {
          id: deliveryId,
          object: 'webhook_delivery',
          event: 'analysis.completed',
          url: receiver.url,
          endpoint_id: null,
          status: 'failed',
          attempts: [
            {
              at: expect.stringMatching(/Z$/),
              status_code: 500,
              duration_ms: expect.any(Number),
              error: 'unsuccessful_status',
            },
          ],
          next_attempt_at: null,
          created: expect.any(Number),
        },
      ],
      total: 2,
      skip: 0,
      limit: 20,
    });
    expect(JSON.stringify(page)).not.toContain('nobody should ever see');
    expect(await list(analysisId, '?skip=1&limit=1')).toMatchObject({
      items: [{ id: deliveryId }],
      total: 2,
      skip: 1,
      limit: 1,
    });
    expect(await list(analysisId, '?skip=9')).toMatchObject({ items: [], total: 2 });
  });

  it.each(['?limit=0', '?limit=101', '?skip=-1', '?limit=x'])('refuses %s', async (query) => {
    const analysisId = await service.analysis(accountId);
    await expect(await service.request('GET', `/analysis/${analysisId}/deliveries${query}`)).toAnswer(422);
  });

  it('of another account is a 404, as for an unknown id', async () => {
    const { analysisId, deliveryId } = await service.event(receiver.url, { accountId });
    service.actAs(await service.account());
    const log = await service.request('GET', `/analysis/${analysisId}/deliveries`);
    await expect(log).toAnswer(404, { detail: 'Analysis not found' });
    expect(log).toEqual(await service.request('GET', `/analysis/${randomUUID()}/deliveries`));
    const again = await service.request('POST', `/analysis/${analysisId}/deliveries/${deliveryId}/redeliver`);
    await expect(again).toAnswer(404, { detail: 'Delivery not found' });
  });

  it('sends a delivery again on request: at once, with the same id and a new retry schedule', async () => {
    receiver.behave(answering(500), answering(200));
    const { analysisId, deliveryId } = await service.event(receiver.url, { accountId });
    await eventually(async () => expect((await list(analysisId)).items[0]).toMatchObject({ status: 'failed' }));
    const answer = await service.request('POST', `/analysis/${analysisId}/deliveries/${deliveryId}/redeliver`);
    await expect(answer).toAnswer(
      200,
      expect.objectContaining({
        id: deliveryId,
        status: 'pending',
        attempts: [expect.objectContaining({ status_code: 500 })],
      }),
    );
    await eventually(async () => expect((await list(analysisId)).items[0]).toMatchObject({ status: 'delivered' }));
    const [first, second] = receiver.received;
    expect(second?.headers['webhook-id'], 'the id of the second attempt').toBe(first?.headers['webhook-id']);
    expect((await list(analysisId)).items[0]).toMatchObject({ attempts: [{ status_code: 500 }, { status_code: 200 }] });
  });

  it('never sends a delivery of test mode', async () => {
    const { analysisId, deliveryId } = await service.event(receiver.url, { accountId, livemode: false });
    const answer = await service.request('POST', `/analysis/${analysisId}/deliveries/${deliveryId}/redeliver`);
    await expect(answer).toAnswer(400, { detail: 'Test mode deliveries are recorded but never sent' });
    expect((await list(analysisId)).items[0]).toMatchObject({ status: 'suppressed', next_attempt_at: null });
  });

  it('sends nothing again for a test key', async () => {
    receiver.behave(answering(200));
    const { analysisId, deliveryId } = await service.event(receiver.url, { accountId });
    await eventually(async () => expect((await list(analysisId)).items[0]).toMatchObject({ status: 'delivered' }));
    service.actAs(accountId, false);
    const answer = await service.request('POST', `/analysis/${analysisId}/deliveries/${deliveryId}/redeliver`);
    await expect(answer).toAnswer(403, {
      detail: 'A test key cannot change live objects',
    });
    expect((await list(analysisId)).items[0]).toMatchObject({ status: 'delivered', next_attempt_at: null });
  });

  it('shows of one delivery of test mode the request that was not sent, by both secrets of a rotation [settled 43]', async () => {
    const { analysisId, deliveryId } = await service.event(receiver.url, { accountId, livemode: false });
    const [listed] = (await list(analysisId)).items;
    const before = await service.secrets.get(accountId);
    await service.secrets.rotate(asMember(accountId, accountId));
    const after = await service.secrets.get(accountId);
    const answer = await service.request('GET', `/analysis/${analysisId}/deliveries/${deliveryId}`);
    await expect(answer).toAnswer(200, { ...listed, request: expect.any(Object) });
    const { request } = answer.body as { request: ShownRequest };
    expect(request).toEqual({
      method: 'POST',
      url: receiver.url,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'CallAnalysis/1',
        'webhook-id': expect.stringMatching(/^evt_/),
        'webhook-timestamp': expect.stringMatching(/^\d{10}$/),
        'webhook-signature': expect.stringMatching(/^v1,\S{44} v1,\S{44}$/),
      },
      body: expect.any(String),
    });
    for (const { secret } of [before, after])
      expect(new Webhook(secret).verify(request.body, { ...request.headers })).toMatchObject({
        id: request.headers['webhook-id'],
        event: 'analysis.completed',
        livemode: false,
        data: { id: analysisId, status: 'completed' },
      });
    expect(receiver.received, 'A notification leaves in test mode').toHaveLength(0);
  });

  it('shows no request once the analysis was started again [settled 43]', async () => {
    const { analysisId, deliveryId } = await service.event(receiver.url, { accountId, livemode: false });
    await service.sql.query("UPDATE analysis SET status = 'processing', settled_at = NULL WHERE id = $1", [analysisId]);
    const answer = await service.request('GET', `/analysis/${analysisId}/deliveries/${deliveryId}`);
    await expect(answer).toAnswer(200, expect.objectContaining({ status: 'suppressed', request: null }));
  });

  it('shows of one live delivery its attempts and no signature [settled 43]', async () => {
    receiver.behave(answering(200));
    const { analysisId, deliveryId } = await service.event(receiver.url, { accountId });
    await eventually(async () => expect((await list(analysisId)).items[0]).toMatchObject({ status: 'delivered' }));
    const path = `/analysis/${analysisId}/deliveries/${deliveryId}`;
    await expect(await service.request('GET', path)).toAnswer(
      200,
      expect.objectContaining({
        id: deliveryId,
        attempts: [expect.objectContaining({ status_code: 200 })],
        request: null,
      }),
    );
    const unknown = { status: 404, body: { detail: 'Delivery not found' } };
    expect(await service.request('GET', `/analysis/${analysisId}/deliveries/${randomUUID()}`)).toEqual(unknown);
    expect(await service.request('GET', `/analysis/${randomUUID()}/deliveries/${deliveryId}`)).toEqual(unknown);
    service.actAs(await service.account());
    expect(await service.request('GET', path)).toEqual(unknown);
  });

  interface Page {
    items: Record<string, unknown>[];
    total: number;
  }
  const list = async (analysisId: string, query = ''): Promise<Page> =>
    (await service.request('GET', `/analysis/${analysisId}/deliveries${query}`)).body as Page;
});

interface ShownRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}
