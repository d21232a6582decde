// Figures of many calls over the interface. `test/insight/statistics` compares every figure with a count from scratch.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Account, startTestService, type TestService } from '../support/apps/running-service.js';
import { storeCall } from '../support/builders/evaluated-calls.js';
import { storeModeObjects } from '../support/builders/mode-objects.js';
import { type Ask, askAs } from '../support/clients/interface-client.js';

let service: TestService;
let account: Account;
let ask: Ask;

/** 2026-03-29, 01:30 in Berlin: half an hour before its clocks go on. */
const FIRST = Date.UTC(2026, 2, 29, 0, 30) / 1000;

beforeAll(async () => {
  service = await startTestService({ PROCESS: 'api' });
  account = await service.openAccount();
  ask = askAs(service, account);
  const { rows } = await service.db.query('SELECT id FROM account WHERE email = $1', [account.email]);
  for (let i = 0; i < 3; i++) {
    const id = await storeCall(service.db, rows[0].id);
    await service.db.query(
      `UPDATE analysis SET created_at = to_timestamp($2), agent_id = 'agent-' || $3::int, custom_metadata = $4 WHERE id = $1`,
      [id, FIRST + i * 86_400, i % 2, JSON.stringify({ [ODD_KEY]: i })],
    );
  }
  await storeCall(service.db, rows[0].id, { livemode: false });
  await storeModeObjects(service.db, rows[0].id, true);
});
afterAll(() => service?.stop());

const ODD_KEY = `it's "odd", $1`;
const MARCH = 'created_after=2026-03-01T00:00:00Z&created_before=2026-04-01T00:00:00Z';

/** The body of a 422 whose items have these members. */
const faults = (...items: object[]) => ({ detail: items.map((item) => expect.objectContaining(item)) });
const refusedGrouping = (msg: string) =>
  faults({ type: 'value_error', loc: ['query', 'group_by'], msg: `Value error, ${msg}` });
const figures = async (query: string) => (await ask(`/statistics?${query}`)).body;

describe('GET /statistics', () => {
  it('gives figures of calls with their intervals, and the same of all', async () => {
    const all = {
      calls: 3,
      audio_minutes: 3,
      compliance_score: { mean: 100, ci: [100, 100], median: 100, n: 3 },
      quality_score: { mean: 100, ci: [100, 100], median: 100, n: 3 },
      pass_rate: { value: null, ci: null, n: 0 },
      violations: {},
      not_assessable: 0,
      flagged: 0,
      reviewed: 0,
      overruled: 0,
      low_n: true,
    };
    expect(await figures(MARCH)).toEqual({
      object: 'statistics',
      of: 'calls',
      group_by: [],
      timezone: 'UTC',
      // Later than this, and not later than that: as `created_after` and `created_before` take them.
      from: Date.UTC(2026, 2, 1) / 1000 - 1,
      to: Date.UTC(2026, 3, 1) / 1000 - 1,
      as_of: expect.any(Number),
      rows: [{ key: {}, ...all }],
      totals: all,
    });
  });

  it('takes its own from and to as Unix seconds', async () => {
    const { from, to, totals } = await figures(`${MARCH}&group_by=agent`);
    const again = await figures(`created_after=${from}&created_before=${to}&group_by=agent`);
    expect(again).toMatchObject({ from, to, totals });
    // After is without that second, before is with it.
    expect((await figures(`created_after=${FIRST}&created_before=${FIRST + 86_400}`)).totals.calls).toBe(1);
  });

  it('has a row for every day, also for those without a call, with the clocks of the zone', async () => {
    const query = `created_after=2026-03-28T00:00:00%2B01:00&created_before=2026-04-01T00:00:00%2B02:00`;
    const { rows, timezone } = await figures(`${query}&group_by=day&timezone=Europe/Berlin`);
    expect(timezone).toBe('Europe/Berlin');
    expect(rows.map((row: { key: object; calls: number }) => [row.key, row.calls])).toEqual([
      [{ day: '2026-03-28' }, 0],
      [{ day: '2026-03-29' }, 1],
      [{ day: '2026-03-30' }, 1],
      [{ day: '2026-03-31' }, 1],
    ]);
    const kathmandu = await figures(`${query}&group_by=week,agent&timezone=Asia/Kathmandu`);
    expect(kathmandu.rows.map(({ key }: { key: object }) => key)).toEqual(
      ['2026-W13', '2026-W14'].flatMap((week) => ['agent-0', 'agent-1'].map((agent) => ({ week, agent }))),
    );
  });

  it('covers thirty days of the zone where no time is given', async () => {
    const { rows, to, as_of } = await figures('group_by=day&timezone=Asia/Kolkata');
    expect(rows, 'days').toHaveLength(30);
    expect(to).toBe(as_of);
  });

  it('counts the mode of the credential, unless another is asked for', async () => {
    const { body } = await ask('/api-keys', { json: { name: 'Test', mode: 'test' } });
    const calls = async (credential: string, query = '') =>
      (await ask(`/statistics?${query}`, { credential })).body.totals.calls;
    expect(await calls(body.key)).toBe(1);
    expect(await calls(account.liveKey)).toBe(2);
    expect(await calls(account.liveKey, 'livemode=false')).toBe(1);
    expect(await calls(account.accessToken)).toBe(2);
  });

  it('compares with the month before', async () => {
    const asked = await figures(
      'created_after=2026-03-01T00:00:00Z&created_before=2026-04-01T00:00:00Z&compare=previous&group_by=agent',
    );
    expect(asked.previous).toEqual({ from: Date.UTC(2026, 1, 1) / 1000 - 1, to: Date.UTC(2026, 2, 1) / 1000 - 1 });
    expect(asked.rows[0].change).toEqual({
      calls: { value: 2, ci: null },
      audio_minutes: { value: 2, ci: null },
      compliance_score: { value: null, ci: null },
      quality_score: { value: null, ci: null },
      pass_rate: { value: null, ci: null },
    });
  });

  it('gives evaluations with their outcomes, and the answers of each question', async () => {
    const evaluations = await figures('of=evaluations&group_by=scorecard');
    expect(evaluations.rows, 'scorecards').toHaveLength(1);
    expect(evaluations.totals).toMatchObject({
      evaluations: 2,
      score: { mean: null, ci: null, median: null, n: 0 },
      outcomes: { passed: 0, failed: 0, auto_failed: 0, needs_review: 2, not_assessable: 0 },
    });
    expect(await figures('of=answers&group_by=question')).toMatchObject({
      of: 'answers',
      rows: [{ answers: [], awaiting_human: 2 }],
      totals: { answered: 0, na: 0, not_assessable: 0, awaiting_human: 2, skipped: 0 },
    });
  });

  it('groups by a key of the client’s own, whatever is in it', async () => {
    const groupBy = encodeURIComponent(JSON.stringify([`metadata:${ODD_KEY}`]));
    const { rows, group_by } = await figures(`${MARCH}&group_by=${groupBy}`);
    expect(group_by).toEqual([`metadata:${ODD_KEY}`]);
    expect(rows.map(({ key }: { key: object }) => key)).toEqual(
      ['0', '1', '2'].map((value) => ({ [`metadata:${ODD_KEY}`]: value })),
    );
    const filter = `${encodeURIComponent(`metadata[${ODD_KEY}]`)}=1`;
    expect((await figures(`${MARCH}&${filter}`)).totals.calls).toBe(1);
  });

  it('counts nothing for a status that has no figures', async () => {
    expect((await figures(`${MARCH}&status=failed&group_by=day`)).totals.calls).toBe(0);
  });

  it('sees nothing of another account', async () => {
    const other = askAs(service, await service.openAccount());
    const { body } = await other(`/statistics?${MARCH}&group_by=agent`);
    expect([body.rows, body.totals.calls]).toEqual([[], 0]);
  });
});

const UNKNOWN =
  'a grouping is one of agent, contact, day, week, month, language, direction, scorecard, question, violation or metadata: with ' +
  'one of your own keys';

describe('refuses', () => {
  it.each([
    ['agent,week,direction', 'at most 2 groupings are taken'],
    ['agent,agent', 'each grouping is taken once'],
    ['day,month', 'of day, week and month one is taken'],
    ['scorecard', 'calls cannot be grouped by scorecard'],
    ['violation&of=evaluations', 'evaluations cannot be grouped by violation'],
    ['question&of=evaluations', 'evaluations cannot be grouped by question'],
    ['violation&of=answers', 'answers cannot be grouped by violation'],
    ['agents', UNKNOWN],
    ['metadata:', UNKNOWN],
    [`metadata:${'k'.repeat(41)}`, UNKNOWN],
    ['agent,', UNKNOWN],
    ['[]]', UNKNOWN],
    ['[["agent"]]', UNKNOWN],
  ])('the grouping %s', async (groupings, msg) => {
    await expect(await ask(`/statistics?group_by=${groupings}`)).toAnswer(422, refusedGrouping(msg));
  });

  it('thousands of groupings with one sentence', async () => {
    await expect(await ask(`/statistics?group_by=${'agent,'.repeat(2_500)}agent`)).toAnswer(
      422,
      faults({ type: 'value_error', loc: ['query', 'group_by'] }),
    );
  });

  it.each(['Europe/Bonn', '%2B01:00', 'UTC%2B1', "UTC'%20OR%20true", '../../etc/localtime'])(
    'the time zone %s',
    async (zone) => {
      await expect(await ask(`/statistics?timezone=${zone}`)).toAnswer(
        422,
        faults({
          type: 'value_error',
          loc: ['query', 'timezone'],
          msg: 'Value error, the time zone is not known',
        }),
      );
    },
  );

  it('a filter that is misspelt, and one that says nothing alone', async () => {
    await expect(await ask('/statistics?agent=agent-1&outcome=passed')).toAnswer(
      422,
      faults({ loc: ['query', 'outcome'] }, { type: 'extra_forbidden', loc: ['query', 'agent'] }),
    );
    await expect(await ask('/statistics?of=minutes&time=end&compare=next&revision=0')).toAnswer(
      422,
      faults(...['of', 'time', 'compare', 'revision'].map((name) => ({ loc: ['query', name] }))),
    );
  });

  it('more than 5,000 rows, however long the time', async () => {
    const sentence = { detail: 'More than 5000 rows: narrow the time or the grouping' };
    for (const [after, before] of [
      ['2012-01-01', '2026-01-01'],
      ['1000-01-01', '9999-12-31'],
    ])
      await expect(
        await ask(`/statistics?group_by=day&created_after=${after}T00:00:00Z&created_before=${before}T00:00:00Z`),
      ).toAnswer(400, sentence);
    const of = '&created_after=2020-01-01T00:00:00Z&created_before=2027-01-01T00:00:00Z';
    // 2,557 days, of two agents and more.
    expect((await figures(`group_by=day${of}`)).rows, 'days').toHaveLength(2_557);
    await expect(await ask(`/statistics?group_by=day,agent${of}`)).toAnswer(400, sentence);
  });
});
