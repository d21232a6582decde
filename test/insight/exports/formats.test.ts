// cspell:ignore Anrufbeginn
// The files of exports, read back: each format against what the API answers.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Analysis } from '../../../clients/typescript/src/index.js';
import { columnsOf, EXPORTED_ROWS } from '../../../src/wire/export-columns.js';
import { type Account, startTestService, type TestService } from '../../support/apps/running-service.js';
import { heard, storeCall, storeCard } from '../../support/builders/evaluated-calls.js';
import { exportFile, readCsv, readJsonl, readParquet } from '../../support/builders/exported-calls.js';
import { PROVENANCE, storeModeObjects } from '../../support/builders/mode-objects.js';
import { accountIdOf } from '../../support/builders/published-form.js';
import { copyCall } from '../../support/builders/stored-calls.js';
import { makeTestKey } from '../../support/clients/checked-paths.js';
import { type Ask, askAs } from '../../support/clients/interface-client.js';

let service: TestService;
let owner: Account;
let accountId: string;
let ask: Ask;

beforeAll(async () => {
  service = await startTestService({ WORKER_SWEEP_SECONDS: '1', ANALYSIS_ENGINE: 'rules' });
});
beforeEach(async () => {
  owner = await service.openAccount();
  ask = askAs(service, owner);
  accountId = await accountIdOf(service.db, owner.email);
});
afterAll(() => service?.stop());

/** A call with a completed evaluation in which a person has put the answer of the judge right. */
const storeAnswered = async () => {
  const callId = await storeCall(service.db, accountId);
  const cardId = await storeCard(service.db, accountId, [heard('solved')]);
  const evaluationId = randomUUID();
  const citation = { segment_id: 0, speaker: 'agent', start: 0, end: 1, quote: 'Thank you', verification: 'verified' };
  const told = {
    question: 'solved',
    state: 'answered',
    confidence: 0.5,
    flagged: false,
    rationale: '',
    source: 'model',
  };
  const system = { ...told, answer: 'no', points: 0, citations: [], reason: null, reviewer_id: null };
  const answer = { ...system, answer: 'yes', points: 1, citations: [citation], system };
  await service.db.query(
    `INSERT INTO evaluation (id, account_id, analysis_id, livemode, request_id, agent_id, contact_id, scorecard_id, revision,
       transcript_hash, status, outcome, score, coverage, settled_at)
     VALUES ($1, $2, $3, true, 'r', 'agent-7', 'cust-42', $4, 1, '\\x00', 'completed', 'failed', 50, 0.25, now())`,
    [evaluationId, accountId, callId, cardId],
  );
  await service.db.query(
    `INSERT INTO evaluation_payload (evaluation_id, judged, sections, answers, auto_fails, provenance)
     VALUES ($1, '[]', '[]', $2, '[]', $3)`,
    [evaluationId, JSON.stringify([answer]), JSON.stringify(PROVENANCE)],
  );
  return { callId, evaluationId, cardId };
};

const storeReview = (callId: string, evaluationId: string) =>
  service.db.query(
    `INSERT INTO review (id, account_id, analysis_id, livemode, transcript_version, agent_id, reviewer_id, via, principal_id, note,
       findings, violations, answers, scores)
     VALUES (gen_random_uuid(), $1::uuid, $2, true, 1, 'agent-7', 'mara', 'token', $1::text, 'Well done', $3, $4, $5, '{}')`,
    [
      accountId,
      callId,
      JSON.stringify([{ finding: 'quality.greeting', answer: 'no', note: null, quotes: [] }]),
      JSON.stringify([{ rule: 'pin_requested', segment_id: 3, upheld: false, note: 'It was the order number' }]),
      JSON.stringify([{ evaluation_id: evaluationId, question: 'solved', answer: 'yes', rationale: '', quotes: [] }]),
    ],
  );

describe('an export of analyses', () => {
  it('has the same rows as CSV, Parquet and JSON Lines, newest first, as the API shows them', async () => {
    const source = await storeCall(service.db, accountId);
    const copies = await copyCall(service.db, source, 30, { contactId: 'K. "Quote", Ltd\r\nLine' });
    await service.db.query(
      `UPDATE analysis SET call_started_at = '2026-11-20T08:58:00.123Z', direction = 'inbound', custom_metadata = '{"team":"north"}'
       WHERE id = $1`,
      [copies[0]],
    );
    await service.db.query('UPDATE analysis SET processing_time_ms = 1 WHERE account_id = $1', [accountId]);
    const csv = readCsv(await exportFile(ask, { of: 'analyses', format: 'csv' }));
    const parquet = await readParquet(await exportFile(ask, { of: 'analyses', format: 'parquet' }));
    const lines = readJsonl(await exportFile(ask, { of: 'analyses', format: 'jsonl' }));
    const listed = (await ask('/analysis?limit=100')).body.data as Analysis[];
    const ids = listed.map(({ id }) => id);
    expect([csv, parquet, lines].map((rows) => rows.map(({ id }) => id))).toEqual([ids, ids, ids]);
    expect(lines).toEqual(listed.map((one) => ({ ...one, audio: { ...one.audio, url: null } })));
    expect(Object.keys(csv[0] ?? {})).toEqual(columnsOf('analyses'));
    for (const [index, call] of listed.entries()) {
      const cells = {
        contact_id: call.call.contact_id,
        summary: call.results?.summary,
        quality_score: call.results?.quality.overall_score,
        duration_seconds: call.call.duration_seconds,
        flagged: expect.any(Boolean),
        livemode: true,
      };
      expect(parquet[index]).toMatchObject(cells);
      expect(csv[index]).toMatchObject({
        ...cells,
        quality_score: String(cells.quality_score ?? ''),
        duration_seconds: String(cells.duration_seconds),
        flagged: expect.stringMatching(/^(true|false)$/),
        livemode: 'true',
      });
    }
    const first = ids.indexOf(copies[0] ?? '');
    expect(csv[first]).toMatchObject({
      started_at: '2026-11-20T08:58:00.123Z',
      direction: 'inbound',
      metadata: '{"team":"north"}',
    });
    expect(parquet[first]).toMatchObject({
      started_at: new Date('2026-11-20T08:58:00.123Z'),
      metadata: '{"team":"north"}',
    });
    expect(csv[first + 1], 'no start').toMatchObject({ started_at: '', direction: '', metadata: '{}' });
    expect(parquet[first + 1]).toMatchObject({ started_at: null, direction: null });
  });

  it('picks and orders columns', async () => {
    await storeCall(service.db, accountId);
    const file = await exportFile(ask, { of: 'analyses', format: 'csv', columns: ['status', 'agent_id'] });
    expect(file.toString()).toBe('status,agent_id\r\ncompleted,agent-7\r\n');
    const marked = await exportFile(ask, { of: 'analyses', format: 'csv', columns: ['status'], bom: true });
    expect(marked.toString(), 'for Excel').toBe('\ufeffstatus\r\ncompleted\r\n');
    const [row] = await readParquet(
      await exportFile(ask, { of: 'analyses', format: 'parquet', columns: ['status', 'agent_id'] }),
    );
    expect(Object.entries(row ?? {})).toEqual([
      ['status', 'completed'],
      ['agent_id', 'agent-7'],
    ]);
  });

  it('for Excel has the keys of the metadata as columns, and questions in words', async () => {
    const { callId } = await storeAnswered();
    await service.db.query(
      `UPDATE analysis SET custom_metadata = '{"team":"north","=cost":1.5}', call_started_at = '2026-07-01T10:00:00Z' WHERE id = $1`,
      [callId],
    );
    const excel = { locale: 'de', timezone: 'Europe/Berlin' };
    const all = { of: 'analyses', format: 'csv', columns: ['agent_id', 'started_at', 'metadata'], excel };
    expect((await exportFile(ask, all)).toString()).toBe(
      "\ufeffAgent;Anrufbeginn;'=cost;team\r\nagent-7;01.07.2026 12:00:00;1,5;north\r\n",
    );
    const answers = { of: 'answers', format: 'csv', columns: ['question', 'answer', 'points', 'coverage'], excel };
    const [, row = ''] = (await exportFile(ask, answers)).toString().split('\r\n');
    expect(row).toMatch(/;1;0,25$/);
    expect(row, 'the key of the question').not.toMatch(/^solved;/);
    for (const [json, loc] of [
      [{ ...all, format: 'jsonl', columns: undefined }, ['body', 'excel']],
      [{ ...all, excel: { locale: 'de', timezone: 'Mars' } }, ['body', 'excel', 'timezone']],
    ] as const)
      expect((await ask('/exports', { json })).body.detail).toEqual([expect.objectContaining({ loc })]);
  });

  it('holds calls of the filter and of the mode of its credential, and none of another account', async () => {
    const { otherCallId } = await storeModeObjects(service.db, accountId, true);
    const test = await storeModeObjects(service.db, accountId, false);
    const stranger = await service.openAccount();
    const foreignId = await storeCall(service.db, await accountIdOf(service.db, stranger.email));
    const testKey = await makeTestKey(service.baseUrl, owner.accessToken);
    const all = { of: 'analyses', format: 'csv', columns: ['id', 'status', 'livemode'] };
    const live = readCsv(await exportFile(ask, all));
    expect(live, 'calls of live mode').toHaveLength(3);
    expect(live).toContainEqual({ id: otherCallId, status: 'completed', livemode: 'true' });
    expect(live).toContainEqual(expect.objectContaining({ status: 'failed' }));
    const ofTest = readCsv(await exportFile(ask, all, testKey));
    expect(ofTest.map(({ id }) => id).sort()).toEqual([test.callId, test.otherCallId, test.failedId].sort());
    const failed = { ...all, filter: { status: 'failed', livemode: false } };
    expect(readCsv(await exportFile(ask, failed))).toEqual([
      { id: test.failedId, status: 'failed', livemode: 'false' },
    ]);
    expect(readCsv(await exportFile(ask, { ...all, filter: { search: 'NOBODY' } }))).toEqual([]);
    const chosen = { ids: [otherCallId, test.callId, foreignId] };
    expect(readCsv(await exportFile(ask, { ...all, filter: chosen })).map(({ id }) => id)).toEqual([otherCallId]);
  });
});

describe('an export of', () => {
  it('evaluations and answers has those that are not superseded, and of a scorecard what the filter says', async () => {
    const { evaluationId, callId, cardId } = await storeAnswered();
    await service.db.query(
      `INSERT INTO evaluation (id, account_id, analysis_id, livemode, request_id, agent_id, contact_id, scorecard_id, revision,
         transcript_hash, status, outcome, settled_at, superseded)
       SELECT gen_random_uuid(), account_id, analysis_id, livemode, 'r', agent_id, contact_id, scorecard_id, revision, '\\x01', status,
         outcome, settled_at, true FROM evaluation WHERE id = $1`,
      [evaluationId],
    );
    const row = {
      id: evaluationId,
      analysis_id: callId,
      scorecard_id: cardId,
      scorecard: 'Card',
      revision: 1,
      score: 50,
      coverage: 0.25,
    };
    const ofOurs = { scorecard_id: cardId, outcome: 'failed' };
    const evaluations = await readParquet(
      await exportFile(ask, { of: 'evaluations', format: 'parquet', filter: ofOurs }),
    );
    expect(evaluations).toEqual([
      expect.objectContaining({ ...row, outcome: 'failed', status: 'completed', reviewed: false }),
    ]);
    const [line] = readJsonl(await exportFile(ask, { of: 'evaluations', format: 'jsonl', filter: ofOurs }));
    expect(line).toEqual((await ask(`/evaluations/${evaluationId}`)).body);
    const answers = await readParquet(await exportFile(ask, { of: 'answers', format: 'parquet', filter: ofOurs }));
    expect(answers).toEqual([
      expect.objectContaining({
        ...row,
        question: 'solved',
        state: 'answered',
        answer: 'yes',
        points: 1,
        confidence: 0.5,
        source: 'model',
        quote: 'Thank you',
      }),
    ]);
    expect(answers[0]).toMatchObject({ section: 'only' });
    const [answer] = readJsonl(await exportFile(ask, { of: 'answers', format: 'jsonl', filter: ofOurs }));
    expect(answer).toMatchObject({
      evaluation_id: evaluationId,
      scorecard: { id: cardId, revision: 1 },
      question: 'solved',
      system: { answer: 'no' },
    });
    const passed = { of: 'evaluations', format: 'csv', filter: { scorecard_id: cardId, outcome: 'passed' } };
    expect(readCsv(await exportFile(ask, passed))).toEqual([]);
  });

  it('segments has the turns of each transcript in their order', async () => {
    const call = await storeCall(service.db, accountId);
    const { segments } = (await ask(`/analysis/${call}`)).body.transcript;
    const rows = await readParquet(await exportFile(ask, { of: 'segments', format: 'parquet' }));
    expect(rows).toEqual(
      segments.map(({ id, speaker, start, end, text }: Record<string, unknown>) => ({
        analysis_id: call,
        created: expect.any(Date),
        agent_id: 'agent-7',
        segment_id: id,
        speaker,
        start,
        end,
        text,
      })),
    );
    const lines = readJsonl(await exportFile(ask, { of: 'segments', format: 'jsonl' }));
    expect(lines).toEqual(
      segments.map((one: object) => ({ analysis_id: call, created: expect.any(Number), agent_id: 'agent-7', ...one })),
    );
  });

  it('reviews has a row for each decision and for what is said of the call', async () => {
    const { callId, evaluationId } = await storeAnswered();
    await storeReview(callId, evaluationId);
    const rows = readCsv(await exportFile(ask, { of: 'reviews', format: 'csv' }));
    const told = rows.map((one) => [one.finding_or_question, one.answer, one.system_answer, one.note]);
    expect(told).toEqual([
      ['', '', '', 'Well done'],
      ['quality.greeting', 'no', expect.stringMatching(/^(yes|no|not_assessable)$/), ''],
      ['pin_requested', 'dismissed', 'upheld', 'It was the order number'],
      ['solved', 'yes', 'no', ''],
    ]);
    expect(rows[0]).toMatchObject({ analysis_id: callId, reviewer_id: 'mara', via: 'token' });
    const [line] = readJsonl(await exportFile(ask, { of: 'reviews', format: 'jsonl' }));
    expect(line).toMatchObject({ object: 'review', analysis_id: callId, note: 'Well done' });
  });

  it('nothing is an empty file with its columns', async () => {
    for (const of of EXPORTED_ROWS)
      expect((await exportFile(ask, { of, format: 'csv' })).toString()).toBe(`${columnsOf(of).join(',')}\r\n`);
    expect(await exportFile(ask, { of: 'analyses', format: 'jsonl' })).toEqual(Buffer.alloc(0));
    expect(await readParquet(await exportFile(ask, { of: 'segments', format: 'parquet' }))).toEqual([]);
  });
});
