import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { asMember } from '../../../src/platform/audit/record-audit.js';
import { setUpWebhooks, type WebhookApp } from '../../support/apps/webhook-app.js';
import { eventually } from '../../support/processes/eventually.js';
import { answering, startWebhookReceiver, type WebhookReceiver } from '../../support/stubs/webhook-receiver.js';

let service: WebhookApp;
let receiver: WebhookReceiver;

setUpWebhooks({}, (given) => {
  ({ service, receiver } = given);
});

describe('a delivery', () => {
  it('carries the whole analysis, with a signature that the official library accepts', async () => {
    const { accountId, analysisId, deliveryId } = await service.event(receiver.url);
    const [received] = await receiver.requests(1);
    await service.waitForStatus(deliveryId, 'delivered');
    const { secret } = await service.secrets.get(accountId);
    const verified = new Webhook(secret).verify(received?.body ?? '', received?.headers ?? {});
    expect(verified).toEqual({
      event: 'analysis.completed',
      id: received?.headers['webhook-id'],
      created: expect.any(Number),
      livemode: true,
      data: {
        id: analysisId,
        object: 'analysis',
        created: expect.any(Number),
        livemode: true,
        status: 'completed',
        audio: {
          size_bytes: null,
          file_size: null,
          format: null,
          duration_seconds: 92.34,
          channels: null,
          damaged: null,
          tracks: null,
        },
        call: {
          agent_id: 'agent-7',
          contact_id: 'cust-42',
          external_id: null,
          started_at: null,
          direction: null,
          duration_ms: 92340,
          duration_seconds: 92.34,
          metrics: { interruptions: 1 },
        },
        redaction: {
          status: 'none',
          version: '1',
          types: {},
          audio: 'original',
          original: 'kept',
          limits: [],
          pauses: [],
        },
        transcript: { text: 'Agent: Grüß Gott', language: 'de', segments: [] },
        results: { summary: 'kurz' },
        metadata: {
          webhook_url: receiver.url,
          webhook_events: ['analysis.completed'],
          completed_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          processing_time_ms: 8123,
          error_message: null,
          error_code: null,
          retryable: false,
          version: '1',
          retained_until: { recording: null, transcript: null, analysis: null },
          transcript_deleted_at: null,
          engine: { grade: 'local' },
          campaign: 'spring',
        },
      },
    });
    expect(received?.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'CallAnalysis/1' });
    expect(await service.deliveryRow(deliveryId)).toMatchObject({ attempt_count: 1, next_attempt_at: null });
    expect(await service.attemptRows(deliveryId)).toEqual([{ status_code: 200, error: null }]);
  });

  it('is sent again after failures, with the same id and a fresh valid signature [fault 84]', async () => {
    receiver.behave(answering(500), answering(500), answering(200));
    const { accountId, deliveryId } = await service.event(receiver.url);
    const received = await receiver.requests(3);
    await service.waitForStatus(deliveryId, 'delivered');
    const { secret } = await service.secrets.get(accountId);
    expect([...new Set(received.map(({ headers }) => headers['webhook-id']))], 'event ids').toHaveLength(1);
    for (const { body, headers } of received) expect(new Webhook(secret).verify(body, headers)).toBeTruthy();
    expect(await service.attemptRows(deliveryId)).toEqual([
      { status_code: 500, error: 'unsuccessful_status' },
      { status_code: 500, error: 'unsuccessful_status' },
      { status_code: 200, error: null },
    ]);
  });

  it('of a failed analysis carries the reason and no results', async () => {
    const { deliveryId } = await service.event(receiver.url, { event: 'analysis.failed' });
    const [received] = await receiver.requests(1);
    await service.waitForStatus(deliveryId, 'delivered');
    expect(JSON.parse(received?.body ?? '')).toMatchObject({
      event: 'analysis.failed',
      data: {
        status: 'failed',
        results: null,
        transcript: null,
        call: { metrics: null },
        metadata: {
          error_message: 'The recording holds no audio',
          error_code: 'not_processable',
          retryable: true,
          completed_at: null,
          engine: null,
        },
      },
    });
  });

  it('is not retried after a 410 [fault 84]', async () => {
    receiver.behave(answering(410));
    const { deliveryId } = await service.event(receiver.url);
    await service.waitForStatus(deliveryId, 'failed');
    expect(await service.attemptRows(deliveryId)).toEqual([{ status_code: 410, error: 'gone' }]);
    expect((await service.deliveryRow(deliveryId)).next_attempt_at, 'the next attempt after a 410').toBeNull();
  });

  it('has the status `failed` after the last attempt of the schedule [fault 90]', async () => {
    receiver.behave(answering(500));
    const { deliveryId } = await service.event(receiver.url);
    await service.waitForStatus(deliveryId, 'failed');
    expect(receiver.received, 'attempts until the delivery has failed').toHaveLength(10);
    expect(await service.deliveryRow(deliveryId)).toMatchObject({ attempt_count: 10, next_attempt_at: null });
  });

  it.each([429, 503])('waits as long as the Retry-After of a %i says [fault 84]', async (status) => {
    receiver.behave(answering(status, { 'retry-after': '3600' }));
    const { deliveryId } = await service.event(receiver.url);
    await eventually(async () =>
      expect(await service.attemptRows(deliveryId), 'attempts that were recorded').toHaveLength(1),
    );
    const { next_attempt_at } = await service.deliveryRow(deliveryId);
    const waitMs = Number(next_attempt_at) - Date.now();
    expect(waitMs, 'ms until the next attempt, of 3,600,000 that the receiver asks for').toBeGreaterThan(3_500_000);
    expect(waitMs, 'ms until the next attempt, of 3,600,000 that the receiver asks for').toBeLessThan(3_700_000);
  });

  it('ignores the Retry-After of a 500', async () => {
    receiver.behave(answering(500, { 'retry-after': '3600' }), answering(200));
    const { deliveryId } = await service.event(receiver.url);
    await service.waitForStatus(deliveryId, 'delivered');
    expect(receiver.received, 'attempts: the refused one and the next').toHaveLength(2);
  });

  it('never follows a redirect [fault 86]', async () => {
    const elsewhere = await startWebhookReceiver();
    receiver.behave(answering(307, { location: elsewhere.url }), answering(200));
    const { deliveryId } = await service.event(receiver.url);
    await service.waitForStatus(deliveryId, 'delivered');
    expect(elsewhere.received, 'A notification follows a redirect to another host').toHaveLength(0);
    expect((await service.attemptRows(deliveryId))[0]).toEqual({ status_code: 307, error: 'redirect_not_followed' });
    await elsewhere.close();
  });

  it('is retried after a reset connection and after a reply that is not HTTP [fault 84]', async () => {
    receiver.behave(
      (response) => response.socket?.resetAndDestroy(),
      (response) => response.socket?.end('no http at all\r\n\r\n'),
      answering(204),
    );
    const { deliveryId } = await service.event(receiver.url);
    await service.waitForStatus(deliveryId, 'delivered');
    expect(await service.attemptRows(deliveryId)).toEqual([
      { status_code: null, error: 'connection' },
      { status_code: null, error: 'bad_response' },
      { status_code: 204, error: null },
    ]);
  });

  it('does not wait for the end of a reply body that is slow or endless [fault 85]', async () => {
    const chunk = Buffer.alloc(65_536);
    let drip: NodeJS.Timeout | undefined;
    receiver.behave(
      (response) => {
        response.writeHead(200);
        drip = setInterval(() => response.write('.'), 20);
      },
      (response) => {
        const writeOn = () => {
          while (!response.destroyed && response.write(chunk)) {}
        };
        response.writeHead(200).on('drain', writeOn);
        writeOn();
      },
    );
    const first = await service.event(receiver.url);
    await service.waitForStatus(first.deliveryId, 'delivered');
    clearInterval(drip);
    const second = await service.event(receiver.url);
    await service.waitForStatus(second.deliveryId, 'delivered');
  });

  it('is recorded but never sent in test mode [fault 82]', async () => {
    const { deliveryId } = await service.event(receiver.url, { livemode: false });
    const live = await service.event(receiver.url);
    await service.waitForStatus(live.deliveryId, 'delivered');
    expect(receiver.received, 'notifications that arrived, of test mode and live mode').toHaveLength(1);
    expect(await service.deliveryRow(deliveryId)).toMatchObject({
      status: 'suppressed',
      attempt_count: 0,
      next_attempt_at: null,
    });
  });

  it('does not exist when the transaction that settles the analysis is rolled back', async () => {
    const accountId = await service.account();
    const analysisId = await service.analysis(accountId);
    const rollback = new Error('the ledger refused');
    await expect(
      service.sql.transaction(async (tx) => {
        const event = 'analysis.completed' as const;
        await service.deliveries.record(tx, { accountId, analysisId, event, url: receiver.url, livemode: true });
        throw rollback;
      }),
    ).rejects.toBe(rollback);
    expect(await service.sql.query('SELECT 1 FROM webhook_delivery WHERE analysis_id = $1', [analysisId])).toEqual([]);
  });

  it('is not retried once its analysis is deleted', async () => {
    receiver.behave(answering(500));
    const { analysisId, deliveryId } = await service.event(receiver.url);
    await receiver.requests(1);
    await service.sql.query('DELETE FROM analysis WHERE id = $1', [analysisId]);
    const sent = receiver.received.length;
    const marker = await service.event(receiver.url);
    await service.waitForStatus(marker.deliveryId, 'failed');
    const id = receiver.received[0]?.headers['webhook-id'];
    const attempts = receiver.received.filter(({ headers }) => headers['webhook-id'] === id);
    expect(attempts.length, `attempts, of which ${sent} were made before the deletion`).toBeLessThanOrEqual(sent + 1);
    await expect(service.deliveryRow(deliveryId)).rejects.toThrow();
    expect(await service.attemptRows(deliveryId), 'attempts of the deleted delivery').toEqual([]);
  });

  it('is signed by both secrets during a rotation', async () => {
    const accountId = await service.account();
    const before = await service.secrets.get(accountId);
    const after = await service.secrets.rotate(asMember(accountId, accountId));
    const { deliveryId } = await service.event(receiver.url, { accountId });
    await service.waitForStatus(deliveryId, 'delivered');
    const { body = '', headers = {} } = receiver.received[0] ?? {};
    expect(headers['webhook-signature']?.split(' '), 'signatures, one by each secret').toHaveLength(2);
    expect(new Webhook(before.secret).verify(body, headers)).toBeTruthy();
    expect(new Webhook(after.secret).verify(body, headers)).toBeTruthy();
  });

  it('is signed although the secret of another account in the same query cannot be decrypted', async () => {
    const [broken, whole] = [await service.account(), await service.account()];
    await service.secrets.get(broken);
    const { secret } = await service.secrets.get(whole);
    await service.sql.query(
      `UPDATE webhook_secret SET secret_encrypted = decode(repeat('00', 60), 'hex') WHERE account_id = $1`,
      [broken],
    );
    const signing = await Promise.allSettled([
      service.secrets.getForSigning(broken),
      service.secrets.getForSigning(whole),
    ]);
    expect(signing).toMatchObject([{ status: 'rejected' }, { status: 'fulfilled', value: [secret] }]);
    const together = await service.secrets.getAllForSigning([broken, whole]);
    expect(together.get(broken)).toBeInstanceOf(Error);
    expect(together.get(whole)).toEqual([secret]);
  });
});
