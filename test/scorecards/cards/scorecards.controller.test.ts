import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService } from '../../support/apps/running-service.js';
import { sendJson } from '../../support/clients/send-json.js';
import { type Json, question, section } from '../sent-forms.js';

let service: TestService;
let owner: Account;
let stranger: Account;
beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api' });
  [owner, stranger] = [await service.openAccount(), await service.openAccount()];
});
afterAll(() => service?.stop());

const send = (method: string, path: string, body?: Json, credential = owner.liveKey, idempotencyKey?: string) =>
  sendJson(method, `${service.baseUrl}${path}`, body, { credential, idempotencyKey });

const form = (changes: Json = {}) => ({ sections: [section('opening', [question('greeting')])], ...changes });

async function newCard(as = owner.liveKey, fields: Json = {}): Promise<string> {
  return (await send('POST', '/scorecards', { name: 'Card', ...fields }, as)).body.id;
}
const newRevision = (id: string, changes: Json = {}) => send('POST', `/scorecards/${id}/revisions`, form(changes));

describe('a scorecard', () => {
  it('is made, changed and archived [scorecards 4 5]', async () => {
    const appliesTo = {
      language: ['en', 'de'],
      agent_id: ['agent-7'],
      metadata: { campaign: ['spring', ''] },
      sample_percent: 20,
    };
    const fields = {
      name: ' Retention line ',
      description: 'Why',
      applies_to: appliesTo,
      default: true,
      metadata: { n: 1 },
    };
    const created = await send('POST', '/scorecards', fields);
    const expected = {
      id: expect.any(String),
      object: 'scorecard',
      created: expect.any(Number),
      livemode: true,
      name: 'Retention line',
      description: 'Why',
      applies_to: appliesTo,
      default: true,
      revision: null,
      dispute_window_days: 14,
      target_agreement: null,
      gate: 'off',
      watch: null,
      archived: false,
      metadata: { n: 1 },
    };
    await expect(created).toAnswer(201, expected);
    const path = `/scorecards/${created.body.id}`;
    expect((await send('GET', path)).body).toEqual(created.body);

    const replaced = await send('PUT', path, { name: 'Other', applies_to: { language: null } });
    const rest = { description: null, applies_to: {}, default: false, metadata: {} };
    await expect(replaced).toAnswer(200, { ...created.body, name: 'Other', ...rest });

    for (let times = 0; times < 2; times++) {
      const archived = await send('DELETE', path);
      await expect(archived).toAnswer(200, { id: created.body.id, object: 'scorecard', archived: true });
    }
    expect((await send('GET', path)).body).toEqual({ ...replaced.body, archived: true });
    const { body: list } = await send('GET', '/scorecards?limit=100');
    expect(list.items.map(({ id }: Json) => id)).not.toContain(created.body.id);
    const detail = 'The scorecard is archived and cannot be changed';
    for (const answer of [await send('PUT', path, { name: 'Other' }), await send('POST', `${path}/revisions`, form())])
      await expect(answer).toAnswer(400, { detail });
  });

  it('of a test key is of test mode, and both modes read it', async () => {
    const { key } = (await send('POST', '/api-keys', { name: 'Test', mode: 'test' }, owner.accessToken)).body;
    const { body } = await send('POST', '/scorecards', { name: 'Test' }, key);
    expect(body.livemode, 'the scorecard of a test key is live').toBe(false);
    expect((await send('GET', `/scorecards/${body.id}`)).body).toEqual(body);
  });

  it('names every fault of its fields', async () => {
    const answer = await send('POST', '/scorecards', {
      name: ' ',
      description: 'x'.repeat(2_001),
      default: 'perhaps',
      applies_to: {
        language: ['english'],
        agent_id: 'agent-7',
        metadata: { campaign: 'spring', n: [2], '': ['x'], ['k'.repeat(41)]: [], zero: ['\0'] },
        sample_percent: 0,
      },
    });
    await expect(answer).toAnswer(422);
    expect(answer.body.detail.map(({ type, loc }: Json) => [loc.join('.'), type])).toEqual([
      ['body.name', 'string_too_short'],
      ['body.description', 'string_too_long'],
      ['body.applies_to.language.0', 'string_pattern_mismatch'],
      ['body.applies_to.agent_id', 'list_type'],
      ['body.applies_to.metadata.campaign', 'list_type'],
      ['body.applies_to.metadata.n.0', 'string_type'],
      ['body.applies_to.metadata.', 'string_too_short'],
      [`body.applies_to.metadata.${'k'.repeat(41)}`, 'string_too_long'],
      [`body.applies_to.metadata.${'k'.repeat(41)}`, 'value_error'],
      ['body.applies_to.metadata.zero.0', 'value_error'],
      ['body.applies_to.sample_percent', 'greater_than_equal'],
      ['body.default', 'bool_parsing'],
    ]);
  });

  it('is listed in pages, newest first [scorecards 5]', async () => {
    const { liveKey } = await service.openAccount();
    const ids: string[] = [];
    for (let made = 0; made < 4; made++) ids.unshift(await newCard(liveKey));
    await send('DELETE', `/scorecards/${ids[1]}`, undefined, liveKey);
    const page = async (query: string) => (await send('GET', `/scorecards${query}`, undefined, liveKey)).body;
    const whole = await page('');
    expect(whole).toMatchObject({ total: 3, skip: 0, limit: 20 });
    expect(whole.items.map(({ id }: Json) => id)).toEqual([ids[0], ids[2], ids[3]]);
    expect(await page('?skip=1&limit=1')).toEqual({ items: [whole.items[1]], total: 3, skip: 1, limit: 1 });
  });

  it('is made once for an Idempotency-Key', async () => {
    const key = randomUUID();
    const once = () => send('POST', '/scorecards', { name: 'Once' }, owner.liveKey, key);
    const [first, second] = [await once(), await once()];
    await expect(second).toAnswer(201, first.body);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    const path = `/scorecards/${first.body.id}/revisions`;
    await send('POST', path, form(), owner.liveKey, `${key}-revision`);
    const { body } = await send('POST', path, form(), owner.liveKey, `${key}-revision`);
    expect(body.revision, 'The key made a second revision').toBe(1);
    await send('POST', `${path}/1/publish`, undefined, owner.liveKey, `${key}-publish`);
    const again = await send('POST', `${path}/1/publish`, undefined, owner.liveKey, `${key}-publish`);
    await expect(again).toAnswer(200);
    expect(again.headers.get('idempotent-replayed'), 'the header idempotent-replayed').toEqual('true');
    expect((await send('GET', path)).body.total, 'revisions of the scorecard').toBe(1);
  });
});

describe('a revision', () => {
  it('is a draft, is changed, is published, and is never changed again [scorecards 6 10]', async () => {
    const id = await newCard();
    const path = `/scorecards/${id}/revisions`;
    const created = await newRevision(id, {
      pass_mark: 80,
      unheard_of: 1,
      sections: [{ ...form().sections[0], so: 1 }],
    });
    const { sections, ...rest } = created.body;
    await expect(created).toAnswer(201);
    expect(rest).toEqual({
      object: 'scorecard_revision',
      scorecard_id: id,
      revision: 1,
      status: 'draft',
      created: expect.any(Number),
      livemode: true,
      content_hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      language: null,
      pass_mark: 80,
      min_coverage: 0.5,
      forced: null,
    });
    expect(created.headers.get('x-ignored-fields')).toBe('sections.0.so, unheard_of');
    const { language, pass_mark, min_coverage } = created.body;
    const stored = JSON.stringify({ language, pass_mark, min_coverage, sections });
    expect(created.body.content_hash).toBe(`sha256:${createHash('sha256').update(stored).digest('hex')}`);
    expect((await send('GET', `${path}/1`)).body).toEqual(created.body);
    expect((await send('GET', `/scorecards/${id}`)).body.revision).toBeNull();

    const changed = await send('PUT', `${path}/1`, form({ pass_mark: 70 }));
    await expect(changed).toAnswer(200);
    expect(changed.body).toMatchObject({ status: 'draft', pass_mark: 70 });
    expect(changed.body.content_hash).not.toBe(created.body.content_hash);

    for (let times = 0; times < 2; times++) {
      const published = await send('POST', `${path}/1/publish`);
      await expect(published).toAnswer(200, { ...changed.body, status: 'published' });
    }
    expect((await send('GET', `/scorecards/${id}`)).body.revision, 'the revision that is published').toBe(1);
    await expect(await send('PUT', `${path}/1`, form())).toAnswer(400, {
      detail: 'Revision 1 is published and cannot be changed',
    });
  });

  it('that was published last is that of the scorecard, also an older one [scorecards 7]', async () => {
    const id = await newCard();
    const path = `/scorecards/${id}/revisions`;
    for (let made = 0; made < 3; made++) await newRevision(id);
    const published: number[] = [];
    for (const number of [3, 1, 2, 3]) {
      await send('POST', `${path}/${number}/publish`);
      published.push((await send('GET', `/scorecards/${id}`)).body.revision);
    }
    expect(published).toEqual([3, 1, 2, 3]);
    const { body } = await send('GET', `${path}?skip=1&limit=2`);
    expect(body).toMatchObject({ total: 3, skip: 1, limit: 2 });
    expect(body.items.map(({ revision }: Json) => revision)).toEqual([2, 1]);
    expect(body.items[1]).toEqual((await send('GET', `${path}/1`)).body);
    expect((await send('GET', `${path}?skip=9`)).body).toEqual({ items: [], total: 3, skip: 9, limit: 20 });
    expect((await send('GET', path)).body.items, 'revisions of the scorecard').toHaveLength(3);
  });

  it('that is not there is a 404, and one that is no number a 422', async () => {
    const path = `/scorecards/${await newCard()}/revisions`;
    for (const [method, rest, body] of [
      ['GET', '/1'],
      ['PUT', '/0', form()],
      ['POST', '/999999999/publish'],
    ] as const)
      await expect(await send(method, `${path}${rest}`, body)).toAnswer(404, { detail: 'Revision not found' });
    for (const wrong of ['abc', '-1', '1.0', '1e2', '2147483648'])
      await expect(await send('GET', `${path}/${wrong}`)).toAnswer(422, {
        detail: [
          {
            type: 'int_parsing',
            loc: ['path', 'revision'],
            msg: 'Input should be a valid integer, unable to parse string as an integer',
            input: wrong,
          },
        ],
      });
  });

  it('names every fault of its form, and a draft keeps what it was [scorecards 8]', async () => {
    const id = await newCard();
    const { body: draft } = await newRevision(id);
    const wrong = form({
      pass_mark: 101,
      sections: [section('a', [question('q', { answers: [{ key: 'yes' }] })])],
    });
    for (const [method, path] of [
      ['POST', ''],
      ['PUT', '/1'],
    ] as const) {
      const answer = await send(method, `/scorecards/${id}/revisions${path}`, wrong);
      await expect(answer).toAnswer(422);
      expect(answer.body.detail.map(({ loc }: Json) => loc)).toEqual([
        ['body', 'sections', '0', 'questions', '0', 'answers'],
        ['body', 'pass_mark'],
      ]);
    }
    expect((await send('GET', `/scorecards/${id}/revisions`)).body).toMatchObject({ total: 1, items: [draft] });
  });

  it('may be as large as a body: a page of such forms is answered whole', async () => {
    const id = await newCard();
    const guidance = 'g'.repeat(2_000);
    const any = Array.from({ length: 10 }, (_, at) => `${'p'.repeat(180)}${at}`);
    const answers = [...'abcdefgh'].map((key) => ({ key, label: 'l'.repeat(500), points: 1 }));
    const judge = { kind: 'phrases', any, answer: 'a', otherwise: 'b' };
    const questions = Array.from({ length: 100 }, (_, at) => question(`q${at}`, { guidance, judge, answers }));
    const large = form({ sections: [section('a', questions)] });
    for (let made = 0; made < 5; made++) await expect(await newRevision(id, large)).toAnswer(201);
    const { body } = await send('GET', `/scorecards/${id}/revisions`);
    expect(body.items.map(({ sections }: Json) => sections[0].questions.length)).toEqual([100, 100, 100, 100, 100]);
  });
});

describe('who may', () => {
  it('another account meets a 404 on every route, and changes nothing [scorecards 11]', async () => {
    const id = await newCard();
    await newRevision(id);
    const before = [await send('GET', `/scorecards/${id}`), await send('GET', `/scorecards/${id}/revisions/1`)];
    for (const [method, path, body] of [
      ['GET', '', undefined],
      ['PUT', '', { name: 'Mine' }],
      ['DELETE', '', undefined],
      ['POST', '/revisions', form()],
      ['GET', '/revisions', undefined],
      ['GET', '/revisions/1', undefined],
      ['PUT', '/revisions/1', form({ pass_mark: 1 })],
      ['POST', '/revisions/1/publish', undefined],
    ] as const)
      await expect(await send(method, `/scorecards/${id}${path}`, body, stranger.liveKey)).toAnswer(404, {
        detail: 'Scorecard not found',
      });
    const after = [await send('GET', `/scorecards/${id}`), await send('GET', `/scorecards/${id}/revisions/1`)];
    expect(after.map(({ body }) => body)).toEqual(before.map(({ body }) => body));
    const { body: theirs } = await send('GET', '/scorecards', undefined, stranger.liveKey);
    expect(theirs.total, 'scorecards of a stranger').toBe(0);
  });

  it('a key writes with evaluations:write alone, and reads with analysis:read alone [scorecards 12]', async () => {
    const keyWith = async (scopes: readonly string[]) =>
      (await send('POST', '/api-keys', { name: scopes.join(), scopes }, owner.accessToken)).body.key;
    const [writer, reader] = [await keyWith(['evaluations:write']), await keyWith(['analysis:read', 'analysis:write'])];
    const id = await newCard(writer);
    expect(id).toEqual(expect.any(String));
    await expect(await send('GET', `/scorecards/${id}`, undefined, writer)).toAnswer(403, {
      detail: 'API key lacks the scope analysis:read',
    });
    await expect(await send('GET', `/scorecards/${id}`, undefined, reader)).toAnswer(200);
    for (const [method, path] of [
      ['POST', '/scorecards'],
      ['PUT', `/scorecards/${id}`],
      ['DELETE', `/scorecards/${id}`],
      ['POST', `/scorecards/${id}/revisions`],
      ['PUT', `/scorecards/${id}/revisions/1`],
      ['POST', `/scorecards/${id}/revisions/1/publish`],
    ] as const)
      await expect(await send(method, path, undefined, reader)).toAnswer(403, {
        detail: 'API key lacks the scope evaluations:write',
      });
  });

  it('an erased account leaves no scorecard', async () => {
    const { accessToken, liveKey, password } = await service.openAccount();
    const id = await newCard(liveKey);
    await send('POST', `/scorecards/${id}/revisions`, form(), liveKey);
    const left = async () => {
      const statement = `SELECT (SELECT count(*) FROM scorecard WHERE id = $1) + (SELECT count(*) FROM scorecard_revision
        WHERE scorecard_id = $1) AS rows`;
      return Number((await service.db.query(statement, [id])).rows[0].rows);
    };
    expect(await left(), 'rows of the scorecard').toBe(2);
    await expect(await send('DELETE', '/users/me', { current_password: password }, accessToken)).toAnswer(200);
    expect(await left(), 'rows that outlive their account').toBe(0);
  });
});

describe('a hostile body', () => {
  const refused = async (body: string) => {
    const id = await newCard();
    const answer = await send('POST', `/scorecards/${id}/revisions`, body);
    expect((await send('GET', `/scorecards/${id}/revisions`)).body.total, 'revisions of a hostile body').toBe(0);
    return answer;
  };

  it('of more than 1 MiB, or nested deep, is refused', async () => {
    await expect(await refused(`{"x":"${'a'.repeat(1_048_576)}"}`)).toAnswer(400, {
      detail: 'Request body is too large',
    });
    const deep = `{"sections":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
    await expect(await refused(deep)).toAnswer(422, {
      detail: [{ type: 'json_invalid', loc: ['body'], msg: 'JSON decode error' }],
    });
  });

  it('of half a million faults is answered in short', async () => {
    const all = await refused(`{"sections":[${'0,'.repeat(500_000)}0]}`);
    await expect(all).toAnswer(400);
    const sections = await refused(`{"sections":[${'0,'.repeat(15_000)}0]}`);
    await expect(sections).toAnswer(422, {
      detail: [{ type: 'value_error', loc: ['body', 'sections'], msg: 'Value error, at most 20 are taken' }],
    });
    const empty = section(
      'a',
      Array.from({ length: 100 }, () => ({})),
    );
    const questions = await refused(JSON.stringify({ sections: Array.from({ length: 20 }, () => empty) }));
    await expect(questions).toAnswer(422);
    expect(questions.body.detail.length, 'the faults told').toBeLessThan(12_000);
  });

  it('with keys of the prototype pollutes nothing', async () => {
    const answer = await refused(
      '{"__proto__":{"sections":[]},"sections":[{"__proto__":{"key":"a"},"constructor":{"prototype":{}}}]}',
    );
    await expect(answer).toAnswer(422);
    expect(Reflect.get({}, 'key')).toBeUndefined();
  });

  it('with text that Postgres cannot hold is refused in its place', async () => {
    const text = JSON.stringify(form()).replace('Did the agent', '\\u0000').replace('"Yes"', '"\\ud800"');
    const answer = await refused(text);
    await expect(answer).toAnswer(422);
    expect(answer.body.detail.map(({ loc, msg }: Json) => [loc.at(-1), msg])).toEqual([
      ['text', 'Value error, text must not contain a NUL character'],
      ['label', 'Value error, text must be valid Unicode'],
    ]);
  });
});
