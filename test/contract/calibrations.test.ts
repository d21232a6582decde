// Samples, calibration sessions and agreement, over the interface. Blindness is held by canaries: answers and notes of others and
// of the machine, which nothing that a session's link opens may hold.
import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writtenForm } from '../scorecards/written-forms.js';
import { type Account, startTestService, type TestService, until } from '../support/apps/running-service.js';
import { storeCall } from '../support/builders/evaluated-calls.js';
import { storeEvaluation } from '../support/builders/reviewable-call.js';
import { storeMember } from '../support/builders/stored-members.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';
import { document, type Route } from '../support/clients/responses.js';

const FORM = writtenForm('opening 60: notice 10; offer 10 if=notice:yes / closing 40: solved 10 human');

let service: TestService;
let account: Account;
let accountId: string;
let ask: Ask;
let cardId: string;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service?.stop());
beforeEach(async () => {
  account = await service.openAccount();
  ask = askAs(service, account);
  const { rows } = await service.db.query('SELECT id FROM account WHERE email = $1', [account.email]);
  accountId = rows[0].id;
  cardId = await addCard();
});

async function addCard(status = 'published'): Promise<string> {
  const id = randomUUID();
  await service.db.query(
    `INSERT INTO scorecard (id, account_id, livemode, name, last_revision, published_revision) VALUES ($1, $2, true, 'Card', 1, $3)`,
    [id, accountId, status === 'published' ? 1 : null],
  );
  await service.db.query(
    `INSERT INTO scorecard_revision (scorecard_id, number, status, form, content_hash) VALUES ($1, 1, $3, $2, '\\x00')`,
    [id, JSON.stringify(FORM), status],
  );
  return id;
}

async function addCalls(n: number, judged = 'notice=yes offer=no'): Promise<string[]> {
  const ids: string[] = [];
  for (let call = 0; call < n; call++) {
    const callId = await storeCall(service.db, accountId);
    await storeEvaluation(service.db, { accountId, callId, cardId }, FORM, judged);
    ids.push(callId);
  }
  return ids;
}

const put = (path: string, json: unknown, credential?: string) =>
  ask(path, { method: 'PUT', json, ...(credential !== undefined && { credential }) });
const ratingPath = (id: string, call: string, reviewer: string) =>
  `/calibrations/${id}/items/${call}/ratings/${reviewer}`;
const given = (answers: Readonly<Record<string, string>>, note?: string) => ({
  answers: Object.entries(answers).map(([question, answer]) => ({ question, answer, ...(note && { note }) })),
});
const ALL_YES = { notice: 'yes', offer: 'yes', solved: 'yes' };

async function open(calls: readonly string[], more: object = {}) {
  const json = { scorecard_id: cardId, analysis_ids: calls, reviewer_ids: ['mara', 'jonas'], ...more };
  const answer = await ask('/calibrations', { json });
  await expect(answer).toAnswer(201);
  return answer.body;
}

async function linkTo(id: string, reviewer: string): Promise<string> {
  const { body } = await ask(`/calibrations/${id}/links`, { json: { reviewer_id: reviewer } });
  const token = String(body.url).split('#review=')[1];
  const session = await ask('/review/session', { json: { token }, credential: null });
  return session.body.access_token;
}

describe('samples', () => {
  it('draw the same again, say how, and lose what is deleted', async () => {
    const calls = await addCalls(12);
    const drawn = await ask('/samples', { json: { count: 5, seed: 'autumn', filter: { agent_id: 'agent-7' } } });
    await expect(drawn).toAnswer(201);
    const place = (id: string) => createHash('sha256').update(`autumn:${id}`).digest('hex');
    const wanted = [...calls].sort((a, b) => (place(a) < place(b) ? -1 : 1)).slice(0, 5);
    expect(drawn.body).toMatchObject({
      object: 'sample',
      population: 12,
      drawn: 5,
      seed: 'autumn',
      filter: { agent_id: 'agent-7' },
      analysis_ids: wanted,
      algorithm: 'sha256-v1',
    });
    await service.db.query('DELETE FROM analysis WHERE id = $1', [wanted[1]]);
    const again = await ask(`/samples/${drawn.body.id}`);
    expect(again.body).toEqual({ ...drawn.body, drawn: 4, analysis_ids: wanted.filter((_, at) => at !== 1) });
    expect((await ask('/samples')).body).toEqual({ items: [again.body], total: 1, skip: 0, limit: 20 });
    const other = askAs(service, await service.openAccount());
    await expect(await other(`/samples/${drawn.body.id}`)).toAnswer(404, { detail: 'Sample not found' });
  });

  it('are refused where no call fits, and take the mode of the credential', async () => {
    const none = { detail: 'No completed call fits the filter' };
    await expect(await ask('/samples', { json: { count: 5 } })).toAnswer(400, none);
    await addCalls(1);
    const testKey = (await ask('/api-keys', { json: { name: 'Test', mode: 'test' } })).body.key;
    await expect(await ask('/samples', { json: { count: 5 }, credential: testKey })).toAnswer(400, none);
    const outcome = { count: 5, stratify_by: 'outcome' };
    await expect(await ask('/samples', { json: outcome })).toAnswer(422);
    const filter = { scorecard_id: cardId };
    await expect(await ask('/samples', { json: { ...outcome, filter } })).toAnswer(201);
    const byAnswer = { count: 5, per: 'agent_id', stratify_by: { scorecard_id: cardId, question: 'notice' } };
    await expect(await ask('/samples', { json: byAnswer })).toAnswer(201);
    const unknown = { count: 5, stratify_by: { scorecard_id: randomUUID(), question: 'notice' } };
    await expect(await ask('/samples', { json: unknown })).toAnswer(404, { detail: 'Scorecard not found' });
  });

  it('put their calls into the review queue, again with each sample', async () => {
    const [call] = await addCalls(1);
    const sample = { json: { count: 1, queue: true } };
    const first = await ask('/samples', sample);
    const queue = await ask('/review-queue?reason=sampled');
    expect(queue.body.items).toMatchObject([
      {
        analysis_id: call,
        reasons: ['sampled'],
        doubts: [{ reason: 'sampled', subject: first.body.id, scorecard_id: null }],
      },
    ]);
    await ask(`/review-queue/${call}/dismiss`, { json: { reviewer_id: 'mara' } });
    expect((await ask('/review-queue')).body.total).toBe(0);
    await ask('/samples', sample);
    expect((await ask('/review-queue')).body.total).toBe(1);
  });
});

describe('a session', () => {
  it('is rated, closed and counted', async () => {
    const calls = await addCalls(3);
    const session = await open(calls, { expert_id: 'ines', name: 'November' });
    expect(session).toMatchObject({ status: 'open', revision: 1, agreement: null, analysis_ids: calls, blind: true });
    for (const call of calls)
      for (const reviewer of ['mara', 'jonas', 'ines'])
        await expect(await put(ratingPath(session.id, call, reviewer), given(ALL_YES))).toAnswer(200);
    await put(ratingPath(session.id, calls[0] ?? '', 'jonas'), given({ notice: 'no', solved: 'yes' }));
    const progress = ['mara', 'jonas', 'ines'].map((reviewer_id) => ({ reviewer_id, done: 3, of: 3 }));
    expect((await ask(`/calibrations/${session.id}`)).body).toEqual({ ...session, progress });
    const closed = await ask(`/calibrations/${session.id}/close`, { method: 'POST' });
    await expect(closed).toAnswer(200);
    const { machine, people, expert, differing } = closed.body.agreement;
    expect(differing).toEqual([{ analysis_id: calls[0], questions: ['notice'] }]);
    expect(machine.questions).toMatchObject([
      { question: 'notice', n: 3, raters: 2, agreement: 1, matrix: { yes: { yes: 3 } }, verdict: 'too_few' },
      { question: 'offer', n: 3, agreement: 0, matrix: { no: { yes: 3 } } },
      { question: 'solved', n: 0, agreement: null },
    ]);
    expect(people.questions[0]).toMatchObject({ n: 3, raters: 2, matrix: { no: { yes: 1 }, yes: { yes: 2 } } });
    expect(people.questions[1]).toMatchObject({ n: 2 });
    expect(expert.questions[0]).toMatchObject({ n: 3, raters: 3 });
    expect((await ask(`/calibrations/${session.id}`)).body).toEqual(closed.body);
    const [one, two] = [await ask(`/scorecards/${cardId}/agreement`), await ask(`/scorecards/${cardId}/agreement`)];
    expect(one.text).toBe(two.text);
    const withoutLine = (question: object) => ({ ...question, line: null });
    expect(one.body).toEqual({ ...machine, questions: machine.questions.map(withoutLine), drift: null });
    const overPeople = await ask(`/scorecards/${cardId}/agreement?between=people&revision=1`);
    expect(overPeople.body).toEqual({ ...people, drift: null });
  });

  it('loses a call that is deleted, also when it is closed', async () => {
    const calls = await addCalls(2);
    const session = await open(calls);
    for (const call of calls) await put(ratingPath(session.id, call, 'mara'), given(ALL_YES));
    await ask(`/calibrations/${session.id}/close`, { method: 'POST' });
    await service.db.query('DELETE FROM analysis WHERE id = $1', [calls[0]]);
    const { body } = await ask(`/calibrations/${session.id}`);
    expect(body.analysis_ids).toEqual([calls[1]]);
    expect(body.agreement.machine.questions[0].n).toBe(1);
    const { rows } = await service.db.query(
      'SELECT count(*)::int AS n FROM calibration_rating WHERE calibration_id = $1',
      [session.id],
    );
    expect(rows[0].n).toBe(1);
  });

  it('counts the machine’s own answer where a person overruled it, and not the person’s', async () => {
    const [call = ''] = await addCalls(1);
    const { body } = await ask(`/analysis/${call}/evaluations`);
    await put(`/evaluations/${body.items[0].id}/answers/notice`, { answer: 'no', reviewer_id: 'mara' });
    const session = await open([call]);
    await put(ratingPath(session.id, call, 'mara'), given(ALL_YES));
    const closed = await ask(`/calibrations/${session.id}/close`, { method: 'POST' });
    expect(closed.body.agreement.machine.questions[0].matrix).toMatchObject({ yes: { yes: 1, no: 0 } });
    const reviews = await ask(`/scorecards/${cardId}/agreement?basis=reviews`);
    expect(reviews.body).toMatchObject({ basis: 'reviews', seed: null });
    expect(reviews.body.questions[0]).toMatchObject({ n: 1, kappa: null, verdict: null, matrix: { yes: { no: 1 } } });
    await expect(await ask(`/scorecards/${cardId}/agreement?basis=reviews&between=people`)).toAnswer(422);
  });

  it('asks for each question that applies, and for answers of the form', async () => {
    const [call = ''] = await addCalls(1);
    const session = await open([call]);
    const path = ratingPath(session.id, call, 'mara');
    const missing = await put(path, given({ notice: 'yes' }));
    await expect(missing).toAnswer(422);
    expect(missing.body.detail).toMatchObject([
      { type: 'missing', loc: ['body', 'answers', 'offer'] },
      { type: 'missing', loc: ['body', 'answers', 'solved'] },
    ]);
    await expect(await put(path, given({ ...ALL_YES, notice: 'maybe' }))).toAnswer(422);
    await expect(await put(path, given({ ...ALL_YES, other: 'yes' }))).toAnswer(422);
    const rated = await put(path, given({ notice: 'no', solved: 'not_assessable' }, 'Hm'));
    expect(rated.body).toMatchObject({
      object: 'rating',
      reviewer_id: 'mara',
      via: 'token',
      answers: [
        { question: 'notice', answer: 'no', note: 'Hm', quotes: [] },
        { question: 'solved', answer: 'not_assessable' },
      ],
    });
    const wrong = {
      question: 'notice',
      answer: 'no',
      quotes: [{ segment_id: 0, quote: 'words that no one said at all' }],
    };
    const quoted = await put(path, { answers: [wrong, { question: 'solved', answer: 'yes' }] });
    await expect(quoted).toAnswer(400);
  });

  it('lets a member read the ratings of others once it is closed, and not before', async () => {
    const [call = ''] = await addCalls(1);
    const { token, id } = await storeMember(service, account, 'reviewer');
    const session = await open([call], { reviewer_ids: [id, 'jonas'] });
    await put(ratingPath(session.id, call, 'jonas'), given(ALL_YES, 'He says so.'));
    const read = (reviewer: string) =>
      ask(`/calibrations/${session.id}/items/${call}?reviewer_id=${reviewer}`, { credential: token });
    await expect(await read('jonas')).toAnswer(422);
    expect((await read(id)).body.rating).toBeNull();
    await ask(`/calibrations/${session.id}/close`, { method: 'POST' });
    const after = await read('jonas');
    expect(after.body.rating).toMatchObject({ reviewer_id: 'jonas', answers: [{ note: 'He says so.' }, {}, {}] });
    await expect(await read('ada')).toAnswer(400, { detail: 'Reviewer ada is not in this calibration' });
  });

  it('has the sentences of its refusals', async () => {
    const [call = ''] = await addCalls(1);
    const session = await open([call]);
    const notThere = { detail: 'Reviewer ada is not in this calibration' };
    await expect(await put(ratingPath(session.id, call, 'ada'), given(ALL_YES))).toAnswer(400, notThere);
    await expect(await ask(`/calibrations/${session.id}/links`, { json: { reviewer_id: 'ada' } })).toAnswer(
      400,
      notThere,
    );
    await ask(`/calibrations/${session.id}/cancel`, { method: 'POST' });
    const closed = { detail: 'Calibration is closed' };
    await expect(await put(ratingPath(session.id, call, 'mara'), given(ALL_YES))).toAnswer(400, closed);
    await expect(await ask(`/calibrations/${session.id}/close`, { method: 'POST' })).toAnswer(400, closed);
    const draft = await addCard('draft');
    const json = { scorecard_id: draft, revision: 1, analysis_ids: [call], reviewer_ids: ['a', 'b'] };
    await expect(await ask('/calibrations', { json })).toAnswer(400, { detail: 'Revision 1 is not published' });
    const unknown = { ...json, scorecard_id: cardId, analysis_ids: [call, randomUUID()] };
    const refused = await ask('/calibrations', { json: unknown });
    await expect(refused).toAnswer(422);
    expect(refused.body.detail).toMatchObject([{ type: 'enum', loc: ['body', 'analysis_ids', '1'] }]);
    await service.db.query(
      `INSERT INTO calibration (id, account_id, livemode, scorecard_id, revision, reviewer_ids, blind)
       SELECT gen_random_uuid(), account_id, true, scorecard_id, 1, '{a,b}', true FROM calibration, generate_series(1, 50) WHERE id = $1`,
      [session.id],
    );
    const more = { json: { ...json, scorecard_id: cardId } };
    await expect(await ask('/calibrations', more)).toAnswer(400, { detail: 'At most 50 calibrations can be open' });
  });

  it('takes the ratings of twenty reviewers at once', async () => {
    const calls = await addCalls(2);
    const reviewers = Array.from({ length: 20 }, (_, at) => `reviewer-${at}`);
    const session = await open(calls, { reviewer_ids: reviewers });
    const all = reviewers.flatMap((reviewer) =>
      calls.map((call) => put(ratingPath(session.id, call, reviewer), given(ALL_YES))),
    );
    await expect(await Promise.all(all)).toAnswerEach(all.map(() => 200));
    const { body } = await ask(`/calibrations/${session.id}`);
    expect(body.progress).toEqual(reviewers.map((reviewer_id) => ({ reviewer_id, done: 2, of: 2 })));
  });
});

describe('a link to a session', () => {
  const CANARIES = { note: 'canary-of-jonas', machine: 'canary-of-the-machine' };

  it('shows neither another’s rating nor the machine’s, by any route [blind]', async () => {
    const [call = '', other = ''] = await addCalls(2);
    await service.db.query(
      `UPDATE evaluation_payload SET answers = replace(answers, '"rationale":""', '"rationale":"${CANARIES.machine}"')
       WHERE evaluation_id IN (SELECT id FROM evaluation WHERE account_id = $1)`,
      [accountId],
    );
    const session = await open([call, other], { expert_id: 'ines' });
    await put(ratingPath(session.id, call, 'jonas'), given({ notice: 'no', solved: 'yes' }, CANARIES.note));
    await put(ratingPath(session.id, call, 'ines'), given({ notice: 'no', solved: 'yes' }, CANARIES.note));
    const credential = await linkTo(session.id, 'mara');
    const { body: evaluations } = await ask(`/analysis/${call}/evaluations`);
    const ids: Readonly<Record<string, string>> = {
      calibrations: session.id,
      analysis: call,
      evaluations: evaluations.items[0].id,
      scorecards: cardId,
      'review-queue': call,
    };
    const opened: string[] = [];
    for (const route of document.operations.filter(needsCaller)) {
      const answer = await sendTo(route, ids, call, credential);
      expect(answer.text, `${route.method} ${route.path}`).not.toMatch(/canary|jonas|ines/);
      if (answer.status < 400) opened.push(route.operation.operationId ?? '');
      else expect([401, 403, 404], `${route.method} ${route.path}`).toContain(answer.status);
    }
    expect(opened.sort()).toEqual(['getCalibration', 'getCalibrationItem', 'rateCall']);
    const seen = await ask(`/calibrations/${session.id}`, { credential });
    expect(seen.body).toMatchObject({
      analysis_ids: [call, other],
      reviewer_ids: ['mara'],
      expert_id: null,
      agreement: null,
      progress: [{ reviewer_id: 'mara', done: 1, of: 2 }],
    });
    const item = await ask(`/calibrations/${session.id}/items/${call}`, { credential });
    expect(Object.keys(item.body).sort()).toEqual(
      ['analysis_id', 'audio', 'calibration_id', 'form', 'object', 'rating', 'transcript'].sort(),
    );
    expect(item.body.rating).toMatchObject({ reviewer_id: 'mara', via: 'review_link' });
    const asJonas = `/calibrations/${session.id}/items/${call}?reviewer_id=jonas`;
    await expect(await ask(asJonas, { credential })).toAnswer(403, {
      detail: 'This link was made for another reviewer',
    });
    await expect(await put(ratingPath(session.id, call, 'jonas'), given(ALL_YES), credential)).toAnswer(403);
  });

  const needsCaller = ({ operation, path }: Route) =>
    (operation.security?.length ?? 0) > 0 && !path.includes('/events');

  /** The objects of the session where the path names them, else ids that no one has. */
  async function sendTo(
    { method, path }: Route,
    ids: Readonly<Record<string, string>>,
    call: string,
    credential: string,
  ) {
    const [, kind = ''] = path.split('/');
    const filled = path
      .replace(/\{(id|analysis_id)\}/, ids[kind] ?? randomUUID())
      .replace('{analysis_id}', call)
      .replace('{reviewer_id}', 'mara')
      .replaceAll(/\{\w+\}/g, () => randomUUID());
    const json = filled.includes('/ratings/') ? given(ALL_YES) : {};
    const isRead = ['get', 'head'].includes(method);
    const response = await fetch(`${service.baseUrl}${filled}`, {
      method: method.toUpperCase(),
      redirect: 'manual',
      headers: { authorization: `Bearer ${credential}`, ...(!isRead && { 'content-type': 'application/json' }) },
      ...(!isRead && { body: JSON.stringify(json) }),
    });
    return { status: response.status, text: await response.text() };
  }

  it('opens one session, until it is revoked or the session is closed', async () => {
    const [call = ''] = await addCalls(1);
    const [session, another] = [await open([call]), await open([call])];
    const credential = await linkTo(session.id, 'mara');
    const detail = 'Calibration not found';
    await expect(await ask(`/calibrations/${another.id}`, { credential })).toAnswer(404, { detail });
    const links = await ask(`/calibrations/${session.id}/links`);
    expect(links.body.items).toMatchObject([{ may: ['calibrate'], analysis_id: null, calibration_id: session.id }]);
    const path = `/calibrations/${session.id}/links/${links.body.items[0].id}`;
    expect((await ask(path)).body).toEqual(links.body.items[0]);
    await expect(await ask(`/calibrations/${another.id}/links/${links.body.items[0].id}`)).toAnswer(404);
    await expect(await ask(path, { method: 'DELETE' })).toAnswer(200);
    await expect(await ask(`/calibrations/${session.id}`, { credential })).toAnswer(403);
    const second = await linkTo(session.id, 'jonas');
    await expect(await ask(`/calibrations/${session.id}`, { credential: second })).toAnswer(200);
    await ask(`/calibrations/${session.id}/close`, { method: 'POST' });
    await expect(await ask(`/calibrations/${session.id}`, { credential: second })).toAnswer(401);
    await expect(await put(ratingPath(session.id, call, 'jonas'), given(ALL_YES), second)).toAnswer(401);
  });
});

it('closes what is due', async () => {
  const [call = ''] = await addCalls(1);
  const due = { due_at: new Date(Date.now() + 3_600_000).toISOString() };
  const [session, later] = [await open([call], due), await open([call], due)];
  await service.db.query("UPDATE calibration SET due_at = now() - interval '1 second' WHERE id = $1", [session.id]);
  const isClosed = async () => (await ask(`/calibrations/${session.id}`)).body.status === 'closed';
  await until(isClosed, 'the session that is due');
  expect((await ask(`/calibrations/${session.id}`)).body).toMatchObject({
    status: 'closed',
    agreement: { people: {} },
  });
  expect((await ask(`/calibrations/${later.id}`)).body).toMatchObject({ status: 'open', agreement: null });
  expect((await ask(`/calibrations?status=closed&scorecard_id=${cardId}`)).body).toMatchObject({ total: 1 });
});
