// What an account may store in scorecards, and how it makes room again.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../support/apps/running-service.js';
import { sendJson } from '../../support/clients/send-json.js';
import { type Json, question, section } from '../sent-forms.js';

const MAX_BYTES = 64 * 1024 * 1024;
const FULL = { detail: 'The scorecards of an account may hold 64 MiB' };

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api' });
});
afterAll(() => service?.stop());

const form = (changes: Json = {}) => ({ sections: [section('opening', [question('greeting')])], ...changes });

/** An account of its own. */
async function owner() {
  const { liveKey: credential } = await service.openAccount();
  const send = (method: string, path: string, body?: Json, idempotencyKey?: string) =>
    sendJson(method, `${service.baseUrl}${path}`, body, { credential, idempotencyKey });
  const newCard = async (fields: Json = {}): Promise<string> =>
    (await send('POST', '/scorecards', { name: 'Card', ...fields })).body.id;
  const newRevision = (id: string, changes: Json = {}) => send('POST', `/scorecards/${id}/revisions`, form(changes));
  return { send, newCard, newRevision };
}

/** Published revisions of one byte, unless told otherwise. */
async function addRevisions(id: string, count: number, bytes = 1): Promise<void> {
  await service.db.query(
    `INSERT INTO scorecard_revision (scorecard_id, number, status, form, content_hash)
      SELECT $1, number, 'published', repeat('x', $3), '\\x00' FROM generate_series(1, $2) AS number`,
    [id, count, bytes],
  );
  await service.db.query('UPDATE scorecard SET last_revision = $2 WHERE id = $1', [id, count]);
}

const storedBytes = async (id: string) =>
  (
    await service.db.query(
      `SELECT sum(octet_length(r.form))::int AS bytes FROM scorecard_revision r JOIN scorecard s ON s.id = r.scorecard_id
        WHERE s.account_id = (SELECT account_id FROM scorecard WHERE id = $1)`,
      [id],
    )
  ).rows[0].bytes;

describe('an account', () => {
  it('has 50 scorecards however many are made at once, and archived ones do not count [scorecards 5 9]', async () => {
    const { send } = await owner();
    const make = () => send('POST', '/scorecards', { name: 'One of many' });
    const answers = await Promise.all(Array.from({ length: 60 }, make));
    await expect(answers).toAnswerInAnyOrder([...Array(50).fill(201), ...Array(10).fill(400)]);
    for (const refused of answers.filter(({ status }) => status !== 201))
      await expect(refused).toAnswer(400, { detail: 'An account can have 50 scorecards: archive one first' });
    const { id } = answers.find(({ status }) => status === 201)?.body ?? {};
    await send('DELETE', `/scorecards/${id}`);
    await expect(await make()).toAnswer(201);
    await expect(await make()).toAnswer(400);
  });

  it('has 200 scorecards with the archived ones, however many are made at once [scorecards 1]', async () => {
    const { send, newCard } = await owner();
    const id = await newCard();
    await service.db.query(
      `INSERT INTO scorecard (id, account_id, livemode, name, archived_at)
        SELECT gen_random_uuid(), account_id, livemode, name, now() FROM scorecard, generate_series(1, 194) WHERE id = $1`,
      [id],
    );
    const make = () => send('POST', '/scorecards', { name: 'One of many' });
    const answers = await Promise.all(Array.from({ length: 20 }, make));
    await expect(answers).toAnswerInAnyOrder([...Array(5).fill(201), ...Array(15).fill(400)]);
    await send('DELETE', `/scorecards/${id}`);
    await expect(await make()).toAnswer(400, {
      detail: 'An account can have 200 scorecards, archived ones included',
    });
  });

  it('stores 64 MiB of forms, to the last of fifty that come at once [scorecards 1]', async () => {
    const { newCard, newRevision } = await owner();
    const cards = await Promise.all(Array.from({ length: 50 }, () => newCard()));
    const [first = ''] = cards;
    await newRevision(first);
    const oneForm = await storedBytes(first);
    const names = 50 * ('Card'.length + 2 * '{}'.length);
    // Room for ten more forms and a half.
    const taken = MAX_BYTES - names - Math.floor(11.5 * oneForm);
    await addRevisions(cards[1] ?? '', 1, taken);
    await service.db.query('UPDATE scorecard SET archived_at = now() WHERE id = $1', [cards[1]]);
    const answers = await Promise.all(cards.filter((_, place) => place !== 1).map((id) => newRevision(id)));
    await expect(answers).toAnswerInAnyOrder([...Array(10).fill(201), ...Array(39).fill(400)]);
    for (const refused of answers.filter(({ status }) => status !== 201)) await expect(refused).toAnswer(400, FULL);
    expect(await storedBytes(first), 'bytes of forms').toBe(taken + 11 * oneForm);
  });

  it('cannot go beyond by changing what is there: a draft, or the fields of a scorecard [scorecards 1]', async () => {
    const { send, newCard, newRevision } = await owner();
    const [id, other] = [await newCard(), await newCard()];
    await newRevision(id);
    await addRevisions(other, 1, MAX_BYTES - 4_000);
    const long = form({ sections: [section('opening', [question('greeting', { guidance: 'x'.repeat(2_000) })])] });
    const longer = {
      name: 'Card',
      metadata: Object.fromEntries([...Array(20)].map((_, i) => [`k${i}`, 'x'.repeat(500)])),
    };
    await expect(await send('PUT', `/scorecards/${id}/revisions/1`, long)).toAnswer(200);
    const before = (await send('GET', `/scorecards/${id}/revisions/1`)).body;
    const twice = form({
      sections: [
        section(
          'opening',
          ['one', 'two'].map((key) => question(key, { guidance: 'x'.repeat(1_990) })),
        ),
      ],
    });
    await expect(await send('PUT', `/scorecards/${id}/revisions/1`, twice)).toAnswer(400, FULL);
    await expect(await send('PUT', `/scorecards/${id}`, longer)).toAnswer(400, FULL);
    await expect(await send('POST', '/scorecards', longer)).toAnswer(400, FULL);
    expect((await send('GET', `/scorecards/${id}/revisions/1`)).body).toEqual(before);
    expect((await send('GET', `/scorecards/${id}`)).body.metadata).toEqual({});
  });
});

describe('a scorecard', () => {
  it('has 200 revisions however many are made at once, and no number comes twice [scorecards 9]', async () => {
    const { newCard, newRevision } = await owner();
    const id = await newCard();
    await addRevisions(id, 190);
    const answers = await Promise.all(Array.from({ length: 16 }, () => newRevision(id)));
    const made = answers.flatMap(({ status, body }) => (status === 201 ? [body.revision] : []));
    expect(made.sort((one, other) => one - other)).toEqual([191, 192, 193, 194, 195, 196, 197, 198, 199, 200]);
    for (const refused of answers.filter(({ status }) => status !== 201))
      await expect(refused).toAnswer(400, { detail: 'A scorecard can have 200 revisions: delete a draft first' });
  });

  it('has 20 drafts however many are made at once, and has room when one is published or deleted [scorecards 1]', async () => {
    const { send, newCard, newRevision } = await owner();
    const id = await newCard();
    const answers = await Promise.all(Array.from({ length: 30 }, () => newRevision(id)));
    await expect(answers).toAnswerInAnyOrder([...Array(20).fill(201), ...Array(10).fill(400)]);
    for (const refused of answers.filter(({ status }) => status !== 201))
      await expect(refused).toAnswer(400, {
        detail: 'A scorecard can have 20 drafts: publish or delete one first',
      });
    await send('POST', `/scorecards/${id}/revisions/1/publish`);
    await expect(await newRevision(id)).toAnswer(201);
    await expect(await newRevision(id)).toAnswer(400);
    await send('DELETE', `/scorecards/${id}/revisions/21`);
    const next = await newRevision(id);
    await expect(next).toAnswer(201);
    expect(next.body.revision, 'the number after that of a deleted draft').toBe(22);
  });
});

describe('DELETE /scorecards/{id}/revisions/{revision}', () => {
  it('deletes a draft, whose number is gone from then on [scorecards 2]', async () => {
    const { send, newCard, newRevision } = await owner();
    const path = `/scorecards/${await newCard()}/revisions`;
    const id = path.split('/')[2] ?? '';
    for (let made = 0; made < 3; made++) await newRevision(id);
    const answer = await send('DELETE', `${path}/3`);
    await expect(answer).toAnswer(200, { object: 'scorecard_revision', revision: 3, deleted: true });
    for (const [method, body] of [['GET'], ['PUT', form()], ['DELETE']] as const)
      await expect(await send(method, `${path}/3`, body)).toAnswer(404, { detail: 'Revision not found' });
    await expect(await send('POST', `${path}/3/publish`)).toAnswer(404);
    const { body } = await send('GET', path);
    expect(body).toMatchObject({ total: 2, items: [{ revision: 2 }, { revision: 1 }] });
    expect((await newRevision(id)).body.revision).toBe(4);
  });

  it('deletes none that is published, be it in force or not, and makes room under an archived scorecard [scorecards 2]', async () => {
    const { send, newCard, newRevision } = await owner();
    const id = await newCard();
    const path = `/scorecards/${id}/revisions`;
    for (let made = 0; made < 4; made++) await newRevision(id);
    for (const number of [3, 1]) await send('POST', `${path}/${number}/publish`);
    await send('DELETE', `/scorecards/${id}`);
    for (const number of [1, 3])
      await expect(await send('DELETE', `${path}/${number}`)).toAnswer(400, {
        detail: `Revision ${number} is published and cannot be deleted`,
      });
    await expect(await send('DELETE', `${path}/2`)).toAnswer(200);
    expect((await send('GET', path)).body.items.map(({ revision }: Json) => revision)).toEqual([4, 3, 1]);
  });

  it('of a draft that is published at the same time: one of the two wins [scorecards 2]', async () => {
    const { send, newCard, newRevision } = await owner();
    for (let round = 0; round < 5; round++) {
      const id = await newCard();
      await newRevision(id);
      const path = `/scorecards/${id}/revisions/1`;
      const [published, deleted] = await Promise.all([send('POST', `${path}/publish`), send('DELETE', path)]);
      const { revision } = (await send('GET', `/scorecards/${id}`)).body;
      if (deleted.status === 200) {
        await expect(published).toAnswer(404);
        expect(revision).toBeNull();
      } else {
        await expect(published).toAnswer(200);
        expect(revision).toBe(1);
      }
    }
  });
});
