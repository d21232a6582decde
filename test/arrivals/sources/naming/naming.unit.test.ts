import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { matchName, readPattern } from '../../../../src/arrivals/sources/naming/name-pattern.js';
import { type NamedObject, readName, roleOf, sidecarKeysOf } from '../../../../src/arrivals/sources/naming/naming.js';
import { NAMING_PRESETS, type Naming, type NamingPreset } from '../../../../src/arrivals/sources/naming/presets.js';

const BUCKET = 'recordings';

function object(key: string, more: Partial<NamedObject> = {}): NamedObject {
  return { bucket: BUCKET, key, prefix: '', metadata: {}, sidecar: null, ...more };
}

function bodyOf(naming: Naming, given: NamedObject, defaults: Record<string, unknown> = {}) {
  const read = readName(naming, defaults, given);
  if ('missing' in read) throw new Error(`missing ${read.missing.join()}`);
  return read.body;
}

function match(source: string, path: string, zone = 'UTC') {
  const pattern = readPattern(source);
  if (typeof pattern === 'string') throw new Error(pattern);
  const values = matchName(pattern, path, zone);
  return values && Object.fromEntries(values);
}

describe('a pattern', () => {
  it('reads the fields of a file name, in any folder', () => {
    const naming = { pattern: "{agent_id}_{contact_id}_{started_at:yyyyMMdd'T'HHmm}.wav" };
    expect(bodyOf(naming, object('2026/11/20/a7_c42_20261120T0958.wav'))).toEqual({
      agent_id: 'a7',
      contact_id: 'c42',
      call_started_at: '2026-11-20T09:58:00.000Z',
      external_id: 'recordings/2026/11/20/a7_c42_20261120T0958.wav',
    });
  });

  it('is held against the key behind the prefix where it holds a slash', () => {
    const naming = { pattern: '{metadata.team}/{agent_id}/{contact_id}.wav' };
    for (const prefix of ['calls', 'calls/']) {
      const body = bodyOf(naming, object('calls/sales/a7/c42.wav', { prefix }));
      expect(body).toMatchObject({ agent_id: 'a7', contact_id: 'c42', metadata: { team: 'sales' } });
    }
    expect(readName(naming, {}, object('calls/old/sales/a7/c42.wav', { prefix: 'calls/' }))).toEqual({
      missing: ['agent_id', 'contact_id'],
    });
  });

  it.each([
    ['{agent_id}-{contact_id}.wav', 'a-b-c.wav', { agent_id: 'a', contact_id: 'b-c' }],
    ['{agent_id}.{*}', 'a7.call.wav', { agent_id: 'a7' }],
    ['{agent_id}.wav', 'a.wav.wav', { agent_id: 'a.wav' }],
    ['{agent_id}__{contact_id}.wav', 'a___c.wav', { agent_id: 'a', contact_id: '_c' }],
    ['{agent_id}.wav', '.wav', null],
    ['{agent_id}.wav', 'a.mp3', null],
    ['call.wav{agent_id}', 'call.wav', null],
    ['{agent_id}', 'any thing (1).wav', { agent_id: 'any thing (1).wav' }],
    ['{contact_id}.(.*)+$', 'c.(.*)+$', { contact_id: 'c' }],
  ])('%s takes of %s the shortest text, from the left', (source, name, values) => {
    expect(match(source, name)).toEqual(values);
  });

  it.each([
    ["yyyyMMdd'T'HHmm", '20261120T0958', '2026-11-20T09:58:00.000Z'],
    ['yyyy-MM-dd HH.mm.ss', '2026-11-20 09.58.07', '2026-11-20T09:58:07.000Z'],
    ["yyyy-MM-dd'T'HH:mm:ss.SSSXXX", '2026-11-20T09:58:07.123+01:00', '2026-11-20T08:58:07.123Z'],
    ['yyyyMMddHHmmX', '202611200958Z', '2026-11-20T09:58:00.000Z'],
    ['yyyyMMddHHmmX', '202611200958-05', '2026-11-20T14:58:00.000Z'],
    ['yyyyMMddHHmmZ', '202611200958+0530', '2026-11-20T04:28:00.000Z'],
    ['yyMMdd hhmm a', '261120 0958 pm', '2026-11-20T21:58:00.000Z'],
    ["yyyyMMdd 'o''clock' HH", "20261120 o'clock 09", '2026-11-20T09:00:00.000Z'],
  ])('reads %s of %s', (form, written, started_at) => {
    expect(match(`{agent_id}_{started_at:${form}}.wav`, `a_${written}.wav`)).toEqual({ agent_id: 'a', started_at });
  });

  it.each(['20260230T0958', '20261320T0958', '20261120T2458', '2026112T0958', '20261120t0958'])(
    'does not take %s for a time',
    (written) => {
      expect(match("{agent_id}_{started_at:yyyyMMdd'T'HHmm}.wav", `a_${written}.wav`)).toBeNull();
    },
  );

  it('puts a time together that stands in folders and the name', () => {
    const source = '{started_at:yyyy}/{started_at:MM}/{started_at:dd}/{agent_id}-{started_at:HHmmss}.wav';
    expect(match(source, '2026/11/20/a7-095807.wav')).toEqual({
      agent_id: 'a7',
      started_at: '2026-11-20T09:58:07.000Z',
    });
  });

  it('reads a time without an offset in the zone that is named, where clocks change too', () => {
    const started = (written: string) =>
      match('{agent_id}_{started_at:yyyyMMddHHmm}', `a_${written}`, 'Europe/Berlin')?.started_at;
    expect(started('202607010958')).toBe('2026-07-01T07:58:00.000Z');
    expect(started('202611200958')).toBe('2026-11-20T08:58:00.000Z');
    // Shown twice, and never.
    expect(started('202610250230')).toBe('2026-10-25T00:30:00.000Z');
    expect(started('202603290230')).toBe('2026-03-29T01:30:00.000Z');
  });

  it('takes a time that grows with the name alone, whatever is written', () => {
    const hostile = readPattern(`${'{*}a'.repeat(14)}{*}ab{agent_id}_b`);
    if (typeof hostile === 'string') throw new Error(hostile);
    const began = process.cpuUsage();
    for (let round = 0; round < 100; round++) expect(matchName(hostile, 'a'.repeat(4_000), 'UTC')).toBeNull();
    const used = process.cpuUsage(began);
    expect(used.user / 1_000, 'ms for 100 names of 4,000 characters').toBeLessThan(1_000);
    expect(match('{agent_id}.wav', `${'a'.repeat(4_093)}.wav`)).toBeNull();
  });

  it('takes each of many names apart as it was put together', () => {
    for (let at = 0; at < 2_000; at++) {
      const [agent, contact] = [`ag${at * 7919}`, `c-${at}_${at % 13}`];
      const minute = String(at % 60).padStart(2, '0');
      expect(
        match('{agent_id}_{contact_id}.{started_at:yyyyMMddHHmm}.wav', `${agent}_${contact}.2026112009${minute}.wav`),
      ).toEqual({
        agent_id: agent,
        contact_id: contact,
        started_at: `2026-11-20T09:${minute}:00.000Z`,
      });
    }
  });
});

describe('a file beside', () => {
  const naming: Naming = {
    sidecar: '.json',
    map: {
      agent_id: '$.agents[0].id',
      contact_id: "$['the customer']",
      started_at: '$.began',
      'metadata.vip': '$.vip',
    },
    time_zone: 'Europe/Berlin',
  };

  it('gives what its paths lead to', () => {
    const sidecar = { agents: [{ id: 7 }], 'the customer': ' c42 ', began: '2026-11-20T09:58:00', vip: true };
    expect(bodyOf(naming, object('a/call.wav', { sidecar }))).toEqual({
      agent_id: '7',
      contact_id: 'c42',
      call_started_at: '2026-11-20T08:58:00.000Z',
      metadata: { vip: true },
      external_id: 'recordings/a/call.wav',
    });
  });

  it.each([
    [1_795_168_680, '2026-11-20T09:58:00.000Z'],
    ['1795168680', '2026-11-20T09:58:00.000Z'],
    [1_795_168_680_000, '2026-11-20T09:58:00.000Z'],
    ['2026-11-20T09:58:00+01:00', '2026-11-20T08:58:00.000Z'],
    ['yesterday', 'yesterday'],
  ])('reads the time %s, and leaves what is none to be refused', (began, started) => {
    const sidecar = { agents: [{ id: 'a' }], 'the customer': 'c', began };
    expect(bodyOf(naming, object('call.wav', { sidecar })).call_started_at).toBe(started);
  });

  it.each([
    [null],
    ['text'],
    [[]],
    [{ agents: { 0: { id: 'a' } } }],
    [{ agents: [{ id: ['a'] }] }],
    [{ agents: [{ id: ' ' }] }],
  ])('misses the agent in %j', (sidecar) => {
    expect(readName(naming, { contact_id: 'c' }, object('call.wav', { sidecar }))).toEqual({ missing: ['agent_id'] });
  });

  it('finds no member of a prototype', () => {
    const inherited: Naming = { sidecar: '.json', map: { agent_id: '$.constructor.name', contact_id: '$.c' } };
    expect(readName(inherited, {}, object('call.wav', { sidecar: { c: 'c' } }))).toEqual({ missing: ['agent_id'] });
  });

  it('lies beside by either name, and is no recording', () => {
    expect(sidecarKeysOf(naming, 'a.b/call.wav')).toEqual(['a.b/call.json', 'a.b/call.wav.json']);
    expect(sidecarKeysOf(naming, 'a.b/call')).toEqual(['a.b/call.json']);
    expect(roleOf(naming, 'a.b/call.wav')).toBe('recording');
    expect(roleOf(naming, 'a.b/call.json')).toBe('beside');
    expect(roleOf(naming, 'a.b/')).toBe('beside');
  });
});

describe('metadata of the object', () => {
  it('is found in any case', () => {
    const naming = { object_metadata: { agent_id: 'X-Agent', contact_id: 'x-amz-meta-contact', external_id: 'id' } };
    const metadata = { 'x-agent': 'a7', Contact: 'c42', id: 'rec-1' };
    expect(bodyOf(naming, object('call.wav', { metadata }))).toEqual({
      agent_id: 'a7',
      contact_id: 'c42',
      external_id: 'rec-1',
    });
  });
});

describe('defaults', () => {
  it('fill in what the naming does not give', () => {
    const defaults = {
      agent_id: 'nobody',
      contact_id: 'c',
      language: 'en',
      direction: null,
      metadata: { team: 'a', site: 'b' },
    };
    expect(bodyOf({ pattern: '{agent_id}_{metadata.team}.wav' }, object('a7_sales.wav'), defaults)).toEqual({
      agent_id: 'a7',
      contact_id: 'c',
      language: 'en',
      metadata: { team: 'sales', site: 'b' },
      external_id: 'recordings/a7_sales.wav',
    });
  });
});

describe('the external_id', () => {
  it('is the hash of a key that is too long for it', () => {
    const key = `${'k'.repeat(300)}.wav`;
    const body = bodyOf({ pattern: '{agent_id}.wav' }, object(key), { contact_id: 'c' });
    expect(body.external_id).toMatch(/^[0-9a-f]{64}$/);
    expect(bodyOf({ pattern: '{agent_id}.wav' }, object('a.wav'), { contact_id: 'c' }).external_id).toBe(
      'recordings/a.wav',
    );
  });
});

/** A recording of each preset, with an agent in the default where it writes none. */
const RECORDINGS: Readonly<Record<NamingPreset, readonly [key: string, more?: Partial<NamedObject>]>> = {
  amazon_connect: [
    'connect/acme/CallRecordings/2024/01/26/e81b7b4d-20ac-472d-8aad-0d848ce7c9b4_20240126T03:07_UTC.wav',
  ],
  genesys: [
    'org/year=2026/month=11/day=20/hour=9/conversation_id=7c9e6679/rec.wav',
    { sidecar: { userIds: ['a7'], startTime: '2026-11-20T09:58:00.000Z' } },
  ],
};

describe.each(NAMING_PRESETS)('the preset %s', (preset) => {
  it('gives what a call must have, and its time', () => {
    const [key, more] = RECORDINGS[preset];
    expect(roleOf({ preset }, key)).toBe('recording');
    expect(bodyOf({ preset }, object(key, more), { agent_id: 'a7' })).toMatchObject({
      agent_id: 'a7',
      contact_id: expect.stringMatching(/./),
      call_started_at: expect.stringMatching(/Z$/),
    });
  });

  it('stands among the namings, and has a page of its own', () => {
    expect(readFileSync('docs/sources.md', 'utf8')).toContain(`\`{"preset": "${preset}"}\``);
    expect(readFileSync('docs/intake/README.md', 'utf8')).toContain(`preset \`${preset}\``);
    const pages = readdirSync('docs/intake').map((name) => readFileSync(`docs/intake/${name}`, 'utf8'));
    const own = pages.filter((page) => page.includes(`"naming": {"preset": "${preset}"}`));
    expect(own, 'pages of the preset').toHaveLength(1);
  });
});

describe('the preset amazon_connect', () => {
  const naming: Naming = { preset: 'amazon_connect' };
  const key = 'connect/acme/CallRecordings/2024/01/26/e81b7b4d-20ac-472d-8aad-0d848ce7c9b4_20240126T03:07_UTC.wav';

  it('reads contact and time, takes the right channel for the agent, and the agent from metadata or defaults', () => {
    const expected = {
      contact_id: 'e81b7b4d-20ac-472d-8aad-0d848ce7c9b4',
      call_started_at: '2024-01-26T03:07:00.000Z',
      agent_channel: 1,
    };
    expect(bodyOf(naming, object(key), { agent_id: 'unknown' })).toMatchObject({ ...expected, agent_id: 'unknown' });
    expect(bodyOf(naming, object(key, { metadata: { 'agent-id': 'a7' } }), { agent_id: 'unknown' })).toMatchObject({
      ...expected,
      agent_id: 'a7',
    });
    expect(readName(naming, {}, object(key))).toEqual({ missing: ['agent_id'] });
  });

  it('takes a copy whose name may hold no colon, and nothing but sound', () => {
    expect(bodyOf(naming, object(key.replace(':', '_')), { agent_id: 'a' })).toMatchObject({
      call_started_at: '2024-01-26T03:07:00.000Z',
    });
    expect(roleOf(naming, key)).toBe('recording');
    expect(roleOf(naming, 'connect/acme/Analysis/Voice/2024/01/26/e81b_analysis.json')).toBe('beside');
  });
});

describe('the preset genesys', () => {
  const naming: Naming = { preset: 'genesys' };
  const folder = 'org/year=2026/month=11/day=20/hour=9/conversation_id=7c9e6679-7425-40de-944b-e07fc1f90ae7';
  const sidecar = {
    mediaType: 'Call',
    conversationId: 'other',
    userIds: ['a7', 'a8'],
    startTime: '2026-11-20T09:58:00.000Z',
    initialDirection: 'INBOUND',
  };

  it('reads the conversation of the folder, and the rest of the file beside', () => {
    expect(bodyOf(naming, object(`${folder}/rec.wav`, { sidecar }))).toEqual({
      contact_id: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      agent_id: 'a7',
      call_started_at: '2026-11-20T09:58:00.000Z',
      direction: 'inbound',
      external_id: `recordings/${folder}/rec.wav`,
    });
    expect(readName(naming, {}, object(`${folder}/rec.wav`))).toEqual({ missing: ['agent_id'] });
  });

  it('knows both names of the file beside', () => {
    expect(sidecarKeysOf(naming, `${folder}/rec.wav`)).toEqual([
      `${folder}/rec_metadata.json`,
      `${folder}/rec.wav_metadata.json`,
    ]);
    expect(roleOf(naming, `${folder}/rec_metadata.json`)).toBe('beside');
  });
});
