// A week of fifty buckets, of stores that spell, page and refuse in their own ways: each object ends as a call or as a reason,
// and an object that waits says why. [whole]
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WatchingApp } from '../../../support/apps/watching-app.js';
import { dayBefore, LONG_AGO, RECORDING } from '../../../support/apps/watching-fixture.js';
import { Random } from '../../../support/builders/random.js';
import { until } from '../../../support/processes/until.js';
import { BucketStub } from '../../../support/stubs/bucket-stub.js';

const BUCKETS = 50;
/** Twelve hours apart. */
const POLLS = 12;
const SPELLINGS = [(tag: string) => `"${tag}"`, (tag: string) => tag, (tag: string) => `W/"${tag}"`, () => null];

/** What happens to an object, and what may become of it. */
const KINDS = {
  plain: 'call',
  late: 'call',
  dated: 'call',
  grows: 'call',
  restored: 'call',
  renamed: 'call',
  doubled: 'either',
  archived: 'reason',
  forbidden: 'reason',
  'of another key': 'reason',
  broken: 'reason',
  torn: 'reason',
  vanished: 'reason',
  'no recording': 'reason',
  'without agent': 'reason',
} as const;
type Kind = keyof typeof KINDS;

const FAULTS: Partial<Record<Kind, { status: number; code: string }>> = {
  archived: { status: 403, code: 'InvalidObjectState' },
  restored: { status: 403, code: 'InvalidObjectState' },
  forbidden: { status: 403, code: 'AccessDenied' },
  'of another key': { status: 400, code: 'KMS.DisabledException' },
  broken: { status: 500, code: 'InternalError' },
};

interface Planted {
  readonly key: string;
  readonly kind: Kind;
  readonly poll: number;
}

/** A bucket, and what its client does there between the polls. */
class SimulatedBucket {
  readonly planted: Planted[] = [];
  readonly later: (readonly [number, () => void])[] = [];
  private readonly isDated: boolean;

  constructor(
    readonly stub: BucketStub,
    private readonly random: Random,
  ) {
    stub.spelling = { listed: random.of(SPELLINGS), sent: random.of(SPELLINGS) };
    stub.ignoresStartAfter = random.below(3) === 0;
    stub.pageSize = random.of([3, 5, 1_000]);
    this.isDated = random.below(2) === 0;
    for (let n = 0; n < 4; n++) stub.put(this.keyOf(`old_${n}`, 0), RECORDING, { modifiedAt: LONG_AGO });
  }

  act(poll: number): void {
    for (const [at, act] of this.later) if (at === poll) act();
    if (poll > 8) return;
    for (let n = this.random.below(3); n > 0; n--) this.plant(this.random.of(Object.keys(KINDS) as Kind[]), poll);
  }

  private keyOf(name: string, daysAgo: number): string {
    const day = dayBefore(daysAgo).toISOString().slice(0, 10);
    return this.isDated ? `${day}/${name}.wav` : `${name}.wav`;
  }

  private plant(kind: Kind, poll: number): void {
    const { stub, random } = this;
    const [agent, contact] = [`a${random.below(1_000)}`, `c${poll}-${this.planted.length}`];
    const name =
      kind === 'doubled' ? `${agent}_${contact}_same-${poll % 3}` : `${agent}_${contact}_${stub.bucket}-${contact}`;
    const key = this.keyOf(kind === 'without agent' ? contact : name, kind === 'late' ? 1 : 0);
    const more = kind === 'dated' || kind === 'late' ? { modifiedAt: dayBefore(20) } : {};
    const fault = FAULTS[kind];
    if (fault) stub.faults.set(key, fault);
    if (kind === 'restored') this.later.push([poll + 2, () => stub.faults.delete(key)]);
    if (kind === 'no recording') stub.put(key, Buffer.from('no sound'.repeat(20)));
    else if (kind === 'grows') {
      stub.put(key, RECORDING.subarray(0, 500));
      this.later.push(
        [poll + 1, () => stub.put(key, RECORDING.subarray(0, 900))],
        [poll + 2, () => stub.put(key, RECORDING)],
      );
    } else stub.put(key, RECORDING, { ...more, ...(kind === 'torn' && { tornAt: 700 }) });
    this.planted.push({ key, kind, poll });
    if (kind === 'vanished') this.later.push([poll + 1, () => stub.remove(key)]);
    if (kind !== 'renamed') return;
    this.later.push([
      poll + 1,
      () => {
        stub.remove(key);
        const renamed = key.replace('.wav', '-new.wav');
        stub.put(renamed, RECORDING);
        this.planted.push({ key: renamed, kind: 'plain', poll: poll + 1 });
      },
    ]);
  }
}

let app: WatchingApp;
beforeAll(async () => {
  app = await WatchingApp.start();
});
afterAll(() => app?.stop());

/** One poll of each source, and the hours until the next. */
async function pollAll(ids: readonly string[]): Promise<void> {
  const claimed: { id: string; fence: number }[] = await app.sql
    .query('UPDATE source SET run_after = now(), failures = 0 WHERE id = ANY($1) RETURNING id, fence', [ids])
    .then(([rows]) => rows);
  const fences = claimed.map(({ fence }) => fence);
  await until(async () => {
    const [{ n }] = await app.sql.query(
      `SELECT count(*)::int AS n FROM source s JOIN unnest($1::uuid[], $2::int[]) AS c (id, fence) ON c.id = s.id
       WHERE s.fence > c.fence AND s.lease_until IS NULL`,
      [claimed.map(({ id }) => id), fences],
    );
    return n === ids.length;
  }, 'a poll of each source');
  await app.sql.query(
    `UPDATE source_item SET created_at = created_at - interval '12 hours', failing_since = failing_since - interval '12 hours',
     run_after = least(run_after, now()) WHERE status = 'waiting'`,
  );
}

it('ends as a call or as a reason for each object', async () => {
  const random = new Random(58);
  const naming = { pattern: '{agent_id}_{contact_id}_{external_id}.wav' };
  const buckets: SimulatedBucket[] = [];
  const ids: string[] = [];
  for (let n = 0; n < BUCKETS; n++) {
    const stub = new BucketStub(`bucket-${n}`);
    await stub.listen();
    buckets.push(new SimulatedBucket(stub, random));
    const start = random.of(['new', 'all']);
    ids.push(await app.source(await app.account(), stub, { naming, start, every_seconds: 60 }));
  }
  await pollAll(ids);
  for (let poll = 1; poll <= POLLS; poll++) {
    for (const bucket of buckets) bucket.act(poll);
    await pollAll(ids);
    const mute = await app.sql.query(
      "SELECT object_key FROM source_item WHERE status = 'waiting' AND error IS NULL AND created_at < now() - interval '23 hours'",
    );
    expect(mute, 'objects that wait for two polls and do not say why').toEqual([]);
  }
  for (const [index, { planted, stub }] of buckets.entries()) {
    const id = ids[index] ?? '';
    const items = await app.items(id);
    for (const { key, kind, poll } of planted) {
      const found = items.filter(({ object_key }) => object_key === key);
      const wanted =
        kind === 'renamed'
          ? ['taken', 'refused']
          : kind === 'doubled'
            ? ['taken', 'existing']
            : KINDS[kind] === 'call'
              ? ['taken']
              : ['refused'];
      const story = `${kind} ${key} of poll ${poll}: ${JSON.stringify(found)}`;
      expect(found.length > 0 && found.every(({ status }) => wanted.includes(status)), story).toBe(true);
      for (const { status, error, analysis_id } of found) {
        if (status === 'refused') expect(error?.msg, story).toMatch(/^[A-Z].{10}/);
        else expect(analysis_id, story).not.toBeNull();
      }
    }
    expect(
      items.filter(({ status }) => status === 'waiting'),
      'objects that still wait',
    ).toEqual([]);
    expect(await app.row(id)).toMatchObject({ last_error: null, failing_since: null });
    await stub.close();
  }
  const [{ calls, taken }] = await app.sql.query(
    "SELECT (SELECT count(*)::int FROM analysis) AS calls, (SELECT count(*)::int FROM source_item WHERE status = 'taken') AS taken",
  );
  expect(calls, 'calls, each once').toBe(taken);
});
