// Corrections of transcripts as clients see them: what is refused, with which sentence, and what nothing is changed by.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CorrectingService, startCorrectingService } from '../support/apps/correcting-service.js';
import { PARTIES } from '../support/apps/running-service.js';
import { checkedPaths } from '../support/clients/checked-paths.js';

const UNKNOWN = '7c9e6679-7425-40de-944b-e07fc1f90ae7';
const SWAP = { swap_roles: true };

let at: CorrectingService;
let call: string;

beforeAll(async () => {
  at = await startCorrectingService();
  call = await at.store();
});
afterAll(async () => {
  await at?.close();
});

const refusalOf = async (changes: object, { of = call, ...options }: { of?: string; credential?: string } = {}) => {
  const { status, body } = await at.correct(of, changes, options);
  return { status, detail: body.detail };
};
const versionOf = async (of = call) => (await at.send('GET', `/analysis/${of}`)).body.transcript.version;

describe('a correction is refused', () => {
  it('of another version than the transcript has', async () => {
    expect(await refusalOf({ ...SWAP, base_version: 2 })).toEqual({
      status: 400,
      detail: 'The transcript is at version 1 by now',
    });
    const corrected = await at.store();
    await at.corrected(corrected, SWAP);
    expect(await refusalOf(SWAP, { of: corrected })).toEqual({
      status: 400,
      detail: 'The transcript is at version 2 by now',
    });
  });

  it('where it changes nothing', async () => {
    const nothing = [
      {},
      { swap_roles: false },
      { speakers: { agent: 'agent' } },
      { segments: [] },
      { segments: [{ id: 1 }] },
      { segments: [{ id: 1, speaker: 'customer', text: '  My line is dead. I want my money back.\n' }] },
    ];
    for (const changes of nothing)
      expect(await refusalOf(changes), JSON.stringify(changes)).toEqual({
        status: 400,
        detail: 'The correction changes nothing',
      });
  });

  it('of a call that is not completed', async () => {
    const { body } = await at.send(
      'POST',
      '/analysis',
      { ...PARTIES, scenario: 'fails_unreadable' },
      { credential: at.testKey },
    );
    expect(await refusalOf(SWAP, { of: body.id })).toEqual({
      status: 400,
      detail: 'Only a completed analysis can be corrected',
    });
  });

  it('of a transcript that has a hundred versions', async () => {
    const old = await at.store();
    await at.service.db.query('UPDATE analysis_payload SET transcript_version = 100 WHERE analysis_id = $1', [old]);
    expect(await refusalOf({ ...SWAP, base_version: 100 }, { of: old })).toEqual({
      status: 400,
      detail: 'A transcript can have 100 versions',
    });
  });

  it('with the path to each segment and speaker that the transcript does not have', async () => {
    const changes = {
      speakers: { speaker_7: 'agent' },
      segments: [
        { id: 0, text: 'Hello.' },
        { id: 600, text: 'x' },
        { id: 1, speaker: 'speaker_7' },
      ],
    };
    const { status, detail } = await refusalOf(changes);
    await expect({ status }).toAnswer(422);
    expect(detail).toEqual([
      {
        type: 'enum',
        loc: ['body', 'speakers', 'speaker_7'],
        msg: "Input should be 'agent' or 'customer'",
        input: 'speaker_7',
      },
      {
        type: 'value_error',
        loc: ['body', 'segments', '1', 'id'],
        msg: 'Value error, the transcript has no such segment',
        input: 600,
      },
      {
        type: 'enum',
        loc: ['body', 'segments', '2', 'speaker'],
        msg: "Input should be 'agent' or 'customer'",
        input: 'speaker_7',
      },
    ]);
  });

  it('beyond its limits', async () => {
    const many = Array.from({ length: 1_001 }, (_, id) => ({ id, text: 'x' }));
    const labels = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`speaker_${n}`, 'agent']));
    const cases: [object, string[], string][] = [
      [{ segments: many }, ['segments'], 'Value error, at most 1000 are taken'],
      [
        { segments: [{ id: 0, text: 'x'.repeat(5_001) }] },
        ['segments', '0', 'text'],
        'String should have at most 5000 characters',
      ],
      [{ segments: [{ id: 0 }, { id: 0 }] }, ['segments', '1', 'id'], 'Value error, a segment can be given once'],
      [{ segments: [{ id: -1 }] }, ['segments', '0', 'id'], 'Input should be greater than or equal to 0'],
      [{ speakers: labels }, ['speakers'], 'Value error, at most 100 keys are taken'],
      [{ speakers: { agent: 'supervisor' } }, ['speakers', 'agent'], "Input should be 'agent' or 'customer'"],
      [{ ...SWAP, reviewer_id: 'x'.repeat(256) }, ['reviewer_id'], 'String should have at most 255 characters'],
      [{ ...SWAP, reviewer_id: undefined }, ['reviewer_id'], 'Field required'],
      [{ ...SWAP, note: 'x'.repeat(2_001) }, ['note'], 'String should have at most 2000 characters'],
      [{ ...SWAP, base_version: 0 }, ['base_version'], 'Input should be greater than or equal to 1'],
    ];
    for (const [changes, path, msg] of cases) {
      const { status, detail } = await refusalOf(changes);
      expect(status, msg).toBe(422);
      expect(detail[0], msg).toMatchObject({ loc: ['body', ...path], msg });
    }
    const large = Array.from({ length: 250 }, (_, id) => ({ id, text: 'x'.repeat(5_000) }));
    expect((await refusalOf({ segments: large })).status, 'a body of over 1 MiB').toBe(400);
  });

  it('of what is not there, not its account’s, not of its mode, and without the scope', async () => {
    expect(await refusalOf(SWAP, { of: UNKNOWN })).toEqual({ status: 404, detail: 'Analysis not found' });
    const stranger = await at.service.openAccount();
    for (const path of ['', `/${UNKNOWN}`])
      await expect(
        await at.send('GET', `/analysis/${call}/corrections${path}`, undefined, { credential: stranger.accessToken }),
      ).toAnswer(404);
    await expect(await at.correct(call, SWAP, { credential: stranger.accessToken })).toAnswer(404);
    expect(await refusalOf(SWAP, { credential: at.testKey })).toEqual({
      status: 403,
      detail: 'A test key cannot change live objects',
    });
    const { key } = await checkedPaths(at.service.baseUrl, at.account.accessToken).post('/api-keys', {
      body: { name: 'Reader', scopes: ['analysis:read', 'analysis:write'] },
    });
    expect(await refusalOf(SWAP, { credential: key })).toEqual({
      status: 403,
      detail: 'API key lacks the scope reviews:write',
    });
    await expect(await at.send('GET', `/analysis/${call}/corrections`, undefined, { credential: key })).toAnswer(200);
    expect(await versionOf(), 'A refused correction changed the transcript').toBe(1);
  });
});

describe('a correction', () => {
  it('is answered again under the same Idempotency-Key, and made once', async () => {
    const own = await at.store();
    const first = await at.correct(own, SWAP, { idempotencyKey: 'once' });
    await expect(first).toAnswer(201);
    const again = await at.correct(own, SWAP, { idempotencyKey: 'once' });
    expect(again.body).toEqual(first.body);
    await at.settled(own, first.body.id);
    expect((await at.send('GET', `/analysis/${own}/corrections`)).body.total).toBe(1);
  });

  it('may empty a segment, and confirm roles of which the machine was not sure', async () => {
    const own = await at.store();
    const { transcript } = await at.corrected(own, {
      speakers: { agent: 'agent', customer: 'customer' },
      segments: [{ id: 3, text: '' }],
    });
    expect(transcript.segments[3]).toMatchObject({ id: 3, text: '', edited: true, words: null });
    expect(transcript.diarization.role_confidence).toBe(1);
  });
});

describe('the versions of a transcript', () => {
  it('can be read and exported, and one that there is not is not found', async () => {
    const own = await at.store();
    await at.corrected(own, { segments: [{ id: 0, text: 'Good morning.' }] });
    const exported = async (query: string) => {
      const response = await fetch(`${at.service.baseUrl}/analysis/${own}/transcript?${query}`, {
        headers: { authorization: `Bearer ${at.account.accessToken}` },
      });
      return response.text();
    };
    expect(await exported('format=txt&transcript_version=1')).toMatch(/^Agent: Thank you for calling\./);
    expect(await exported('format=txt')).toMatch(/^Agent: Good morning\.\n/);
    expect(await exported('format=vtt&transcript_version=2')).toContain('<v.edited Agent>Good morning.');
    for (const query of [
      'transcript_version=3',
      'include=words&transcript_version=99999999999',
      'view=summary&transcript_version=3',
    ])
      expect((await at.send('GET', `/analysis/${own}?${query}`)).body, query).toEqual({
        detail: 'Transcript version not found',
      });
    await expect(await at.send('GET', `/analysis/${own}/transcript?transcript_version=3`)).toAnswer(404);
    await expect(await at.send('GET', `/analysis/${own}?transcript_version=0`)).toAnswer(422);
  });
});
