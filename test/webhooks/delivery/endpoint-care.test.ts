// What becomes of an endpoint that takes nothing: it is paused after five days, tried once an hour, and gets everything that it
// has missed once it answers. Time is moved in the database.
import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { type Backing, setUpWebhooks, type WebhookApp } from '../../support/apps/webhook-app.js';
import { happen, makeEndpoint } from '../../support/builders/webhook-endpoints.js';
import { eventually } from '../../support/processes/eventually.js';
import { answering, type WebhookReceiver } from '../../support/stubs/webhook-receiver.js';

let backing: Backing;
let service: WebhookApp;
let receiver: WebhookReceiver;
let accountId: string;

// One attempt, and a second one far away.
setUpWebhooks({ waitsMs: [86_400_000] }, (given) => {
  ({ backing, service, receiver, accountId } = given);
});

const shown = async (id: string) =>
  (await service.request('GET', `/webhooks/endpoints/${id}`)).body as Record<string, unknown>;
const isShown = (id: string, expected: object) =>
  eventually(async () => expect(await shown(id)).toMatchObject(expected));
const set = (id: string, assignments: string) =>
  service.sql.query(`UPDATE webhook_endpoint SET ${assignments} WHERE id = $1`, [id]);
const ids = () => receiver.received.map(({ headers }) => headers['webhook-id']);
const eventIdsOf = async (endpointId: string): Promise<string[]> => {
  const rows: { event_id: string }[] = await service.sql.query(
    'SELECT event_id FROM webhook_delivery WHERE endpoint_id = $1 ORDER BY created_at, id',
    [endpointId],
  );
  return rows.map(({ event_id }) => event_id);
};
const waitingOf = async (endpointId: string) => {
  const [counted]: { held: number; due: number }[] = await service.sql.query(
    `SELECT count(*) FILTER (WHERE next_attempt_at IS NULL)::int AS held, count(*) FILTER (WHERE next_attempt_at IS NOT NULL)::int AS due
     FROM webhook_delivery WHERE endpoint_id = $1 AND status = 'pending'`,
    [endpointId],
  );
  return counted;
};
/** Of the account, as text. */
const mailsTo = async (account: string): Promise<string[]> => {
  const { outboxDir } = backing.config.mail;
  const names = (await readdir(outboxDir).catch(() => [])).filter((name) => name.endsWith('.eml'));
  const mails = await Promise.all(names.map((name) => readFile(`${outboxDir}/${name}`, 'utf8')));
  return mails.filter((mail) => mail.includes(`To: ${account}@example.com`));
};

/** An endpoint whose receiver answers 500, with this many events that it has missed; and paused by now. */
async function pausedEndpoint(missed: number): Promise<string> {
  const { id } = await makeEndpoint(service, receiver.url);
  receiver.behave(answering(500));
  await Promise.all(Array.from({ length: missed }, () => happen(service, accountId)));
  await receiver.requests(missed);
  await isShown(id, { health: 'failing' });
  await set(id, "failing_since = now() - interval '5 days'");
  await isShown(id, { health: 'paused' });
  await eventually(async () => expect(await waitingOf(id)).toEqual({ held: missed, due: 0 }));
  return id;
}

describe('an endpoint that does not answer', () => {
  it('is failing from its first failed attempt on, with the word of the last, until one succeeds', async () => {
    const { id } = await makeEndpoint(service, receiver.url);
    await happen(service, accountId);
    await isShown(id, { health: 'active', last_success_at: expect.any(String), last_error: null });
    receiver.behave(answering(500), answering(302), answering(200));
    await happen(service, accountId);
    await isShown(id, { health: 'failing', last_error: 'unsuccessful_status', failing_since: expect.any(String) });
    await set(id, "last_failure_at = now() - interval '2 minutes'");
    await happen(service, accountId);
    await isShown(id, { last_error: 'redirect_not_followed' });
    await happen(service, accountId);
    await isShown(id, { health: 'active', last_error: null, failing_since: null, paused_at: null });
  });

  it('is written to when its state changes, and otherwise about once a minute', async () => {
    const { id } = await makeEndpoint(service, receiver.url);
    await happen(service, accountId);
    await isShown(id, { last_success_at: expect.any(String) });
    const versionOf = async () =>
      (await service.sql.query('SELECT xmin::text FROM webhook_endpoint WHERE id = $1', [id]))[0];
    const before = await versionOf();
    for (let more = 1; more <= 20; more++) await happen(service, accountId);
    await eventually(async () => expect(await waitingOf(id)).toEqual({ held: 0, due: 0 }));
    expect(await versionOf(), 'the version of its row after 20 more successes').toEqual(before);
  });

  it('is not paused before five days are over', async () => {
    const { id } = await makeEndpoint(service, receiver.url);
    receiver.behave(answering(500));
    await happen(service, accountId);
    await isShown(id, { health: 'failing' });
    await set(id, "failing_since = now() - interval '4 days 23 hours'");
    // A round later another endpoint is paused, and this one is not.
    await pausedEndpoint(1);
    expect(await shown(id)).toMatchObject({ health: 'failing' });
  });

  it('is paused then, and its account gets one mail, in its language', async () => {
    await service.sql.query("UPDATE account SET output_language = 'de' WHERE id = $1", [accountId]);
    const id = await pausedEndpoint(1);
    expect(await shown(id)).toMatchObject({ paused_at: expect.any(String), next_probe_at: expect.any(String) });
    await eventually(async () => expect(await mailsTo(accountId), 'mails to the account').toHaveLength(1));
    await eventually(async () =>
      expect(await service.sql.query('SELECT notice_at FROM webhook_endpoint WHERE id = $1', [id])).toEqual([
        { notice_at: null },
      ]),
    );
    const [mail] = await mailsTo(accountId);
    // cspell:disable-next-line
    expect(mail).toContain('Ein Webhook-Endpunkt ist pausiert');
    expect(mail?.replaceAll('=\r\n', '')).toContain(receiver.url);
    expect(await mailsTo(accountId), 'mails to the account, once the order is done').toHaveLength(1);
  });

  it('is paused too when all that it was to get has failed, so that nothing of it is lost', async () => {
    const { id } = await makeEndpoint(service, receiver.url);
    receiver.behave(answering(410));
    const { deliveryIds } = await happen(service, accountId);
    await service.waitForStatus(deliveryIds[0] ?? '', 'failed');
    await set(id, "failing_since = now() - interval '6 days'");
    await isShown(id, { health: 'paused' });
    receiver.behave(answering(200));
    await set(id, 'next_probe_at = now()');
    await isShown(id, { health: 'active' });
    await service.waitForStatus(deliveryIds[0] ?? '', 'delivered');
  });
});

describe('a paused endpoint', () => {
  it('costs one attempt an hour, of the oldest that it missed; what happens meanwhile is held', async () => {
    const id = await pausedEndpoint(3);
    const [oldest] = await eventIdsOf(id);
    const { deliveryIds } = await happen(service, accountId);
    expect(deliveryIds, 'deliveries that are due').toEqual([]);
    expect(await waitingOf(id)).toEqual({ held: 4, due: 0 });
    for (const probes of [1, 2]) {
      await set(id, 'next_probe_at = now()');
      const requests = await receiver.requests(3 + probes);
      expect(requests.at(-1)?.headers['webhook-id'], 'what tries it').toBe(oldest);
      await eventually(async () => expect(await waitingOf(id)).toEqual({ held: 4, due: 0 }));
    }
    const next = Date.parse(String((await shown(id)).next_probe_at)) - Date.now();
    expect(next, 'until the next one').toBeGreaterThan(59 * 60_000);
    expect(next).toBeLessThanOrEqual(60 * 60_000);
    expect(receiver.received, 'attempts at the endpoint').toHaveLength(5);
    expect(await shown(id)).toMatchObject({ health: 'paused' });
  });

  it('holds a delivery that a client sends again', async () => {
    const id = await pausedEndpoint(1);
    const { analysisId } = await happen(service, accountId);
    const [delivery]: { id: string }[] = await service.sql.query(
      'SELECT id FROM webhook_delivery WHERE analysis_id = $1',
      [analysisId],
    );
    await service.request('POST', `/analysis/${analysisId}/deliveries/${delivery?.id}/redeliver`);
    await eventually(async () => expect(await waitingOf(id)).toEqual({ held: 2, due: 0 }));
    expect(receiver.received, 'attempts at the endpoint').toHaveLength(1);
  });

  it('resumes with the first success, and gets all that it missed, oldest first', async () => {
    const id = await pausedEndpoint(3);
    await Promise.all(Array.from({ length: 30 }, () => happen(service, accountId)));
    // Two have used up their attempts while the endpoint failed. One failed before that: it is not of this outage.
    const events = await eventIdsOf(id);
    await service.sql.query(
      `UPDATE webhook_delivery SET status = 'failed', failed_at = now() - interval '2 days' WHERE event_id = ANY($1)`,
      [events.slice(1, 3)],
    );
    const before = await happen(service, accountId);
    await service.sql.query(
      `UPDATE webhook_delivery SET status = 'failed', failed_at = now() - interval '9 days' WHERE analysis_id = $1`,
      [before.analysisId],
    );
    receiver.received.length = 0;
    receiver.behave(answering(200));
    await set(id, 'next_probe_at = now()');
    await isShown(id, { health: 'active', paused_at: null, next_probe_at: null });
    await receiver.requests(events.length);
    expect(ids(), 'events that arrived').toEqual(expect.arrayContaining(events));
    expect(receiver.received, 'requests at the endpoint').toHaveLength(events.length);
    expect(ids()[0], 'what tried it').toBe(events[0]);
    // Requests run side by side: an event may pass those of the same twenty.
    for (const [place, event] of events.entries())
      expect(Math.abs(ids().indexOf(event) - place), `places between ${event} and its turn`).toBeLessThan(20);
    await eventually(async () => expect(await waitingOf(id)).toEqual({ held: 0, due: 0 }));
    const [left]: { n: number }[] = await service.sql.query(
      "SELECT count(*)::int AS n FROM webhook_delivery WHERE endpoint_id = $1 AND status = 'failed'",
      [id],
    );
    expect(left?.n, 'failed before the outage').toBe(1);
  });

  it('is tried at once when its address is changed', async () => {
    const id = await pausedEndpoint(2);
    receiver.behave(answering(200));
    await service.request('PUT', `/webhooks/endpoints/${id}`, { url: `${receiver.url}/right`, events: ['*'] });
    await isShown(id, { health: 'active' });
    await receiver.requests(4);
    expect(receiver.received.slice(2).map(({ path }) => path)).toEqual(['/hook/right', '/hook/right']);
  });

  it('that answers once and fails again loses nothing', async () => {
    const id = await pausedEndpoint(6);
    const events = await eventIdsOf(id);
    receiver.behave(answering(200), answering(500));
    await set(id, 'next_probe_at = now()');
    await isShown(id, { health: 'failing' });
    const waits = "endpoint_id = $1 AND status = 'pending' AND (next_attempt_at IS NULL OR next_attempt_at > now())";
    await eventually(async () => {
      const waiting = await service.sql.query(`SELECT id FROM webhook_delivery WHERE ${waits}`, [id]);
      expect(waiting, 'deliveries that wait, held or for their next attempt').toHaveLength(5);
    });
    receiver.received.length = 0;
    receiver.behave(answering(200));
    await service.sql.query(
      `UPDATE webhook_delivery SET next_attempt_at = now() WHERE ${waits} AND next_attempt_at IS NOT NULL`,
      [id],
    );
    await eventually(async () => expect(await waitingOf(id)).toEqual({ held: 0, due: 0 }));
    await isShown(id, { health: 'active' });
    expect(ids().sort()).toEqual(events.slice(1).sort());
  });

  it('stays paused while there is nothing to try it with', async () => {
    const id = await pausedEndpoint(1);
    await service.sql.query('DELETE FROM webhook_delivery WHERE endpoint_id = $1', [id]);
    await set(id, 'next_probe_at = now()');
    await eventually(async () =>
      expect(Date.parse(String((await shown(id)).next_probe_at))).toBeGreaterThan(Date.now() + 1_000),
    );
    expect(await shown(id)).toMatchObject({ health: 'paused' });
    receiver.behave(answering(200));
    await happen(service, accountId);
    await set(id, 'next_probe_at = now()');
    await isShown(id, { health: 'active' });
  });
});

describe('a recovery', () => {
  const fail = async (): Promise<string> => {
    receiver.behave(answering(410));
    const { deliveryIds } = await happen(service, accountId);
    await service.waitForStatus(deliveryIds[0] ?? '', 'failed');
    return deliveryIds[0] ?? '';
  };
  const recover = (id: string, daysAgo: number) => {
    const since = new Date(Date.now() - daysAgo * 86_400_000).toISOString();
    return service.request('POST', `/webhooks/endpoints/${id}/recover`, { since });
  };

  it('sends again what failed since then, and is over', async () => {
    const { id } = await makeEndpoint(service, receiver.url);
    const [old, young] = [await fail(), await fail()];
    await service.sql.query("UPDATE webhook_delivery SET failed_at = now() - interval '3 days' WHERE id = $1", [old]);
    receiver.behave(answering(200));
    const answer = await recover(id, 2);
    await expect(answer).toAnswer(200, { id, object: 'webhook_recovery', since: expect.any(String), deliveries: 1 });
    await service.waitForStatus(young, 'delivered');
    await expect(service.deliveryRow(old)).resolves.toMatchObject({ status: 'failed' });
    expect((await recover(id, 2)).body, 'the same order again').toMatchObject({ deliveries: 0 });
    const since = Math.floor(Date.now() / 1_000) - 2 * 86_400;
    const inSeconds = await service.request('POST', `/webhooks/endpoints/${id}/recover`, { since });
    expect(inSeconds.body, 'in Unix seconds').toMatchObject({
      since: new Date(since * 1_000).toISOString(),
      deliveries: 0,
    });
    expect((await recover(id, 29)).body).toMatchObject({ deliveries: 1 });
    await service.waitForStatus(old, 'delivered');
    expect(receiver.received, 'attempts at the endpoint').toHaveLength(4);
  });

  it('of a receiver that is still dead ends, and does not go round', async () => {
    const { id } = await makeEndpoint(service, receiver.url);
    const failed = [await fail(), await fail()];
    await recover(id, 1);
    // One fails again; the other waits until the endpoint answers or its next is due.
    await receiver.requests(3);
    await eventually(async () =>
      expect(await service.sql.query('SELECT recover_from FROM webhook_endpoint WHERE id = $1', [id])).toEqual([
        { recover_from: null },
      ]),
    );
    receiver.behave(answering(200));
    await happen(service, accountId);
    await recover(id, 1);
    for (const delivery of failed) await service.waitForStatus(delivery, 'delivered');
  });
});
