// What the calls of a day add up to, without a browser.
import { describe, expect, it } from 'vitest';
import {
  apartOf,
  byAgent,
  byDay,
  figuresOf,
  findingCounts,
  ordered,
  ruleCounts,
  withViolations,
} from '../../web/src/views/day/figures.js';
import { isComparable, meanOf } from '../../web/src/views/day/mean.js';
import { periodOf, shifted } from '../../web/src/views/day/period.js';
import { MAX_READ, readNewest } from '../../web/src/views/day/read-calls.js';
import { studentT } from '../../web/src/views/day/student-t.js';

type Calls = Parameters<typeof figuresOf>[0];
type Call = Calls[number];

/** 25 November 2026, ten in the morning, in the zone of the machine. */
const NOW = new Date(2026, 10, 25, 10);
const seconds = (date: Date) => date.getTime() / 1000;

interface Given {
  readonly agent?: string;
  readonly created?: Date;
  readonly compliance?: number | null;
  readonly quality?: number | null;
  readonly violations?: number;
  readonly kind?: string;
  readonly notJudged?: string | null;
}

let ids = 0;

function completed({ agent = 'agent-7', created = NOW, ...given }: Given = {}): Call {
  ids += 1;
  const { compliance = 80, quality = 90, violations = 0, kind = 'conversation', notJudged = null } = given;
  return {
    id: String(ids),
    status: 'completed',
    created: seconds(created),
    call: { agent_id: agent, duration_seconds: 90 },
    results: {
      call_kind: kind,
      not_judged_reason: notJudged,
      compliance: {
        score: compliance,
        violations_count: violations,
        coverage: 1,
        identity_verification: { flagged: true, assessable: true, performed: false },
        privacy_protection: { flagged: false, assessable: false, performed: false },
      },
      quality: {
        overall_score: quality,
        sentiment_analysis: { overall: 'neutral' },
        call_resolution: { flagged: false, assessable: true, resolved: false },
        greeting: { flagged: false, assessable: true, present: true },
      },
    },
  } as unknown as Call;
}

const other = (status: 'processing' | 'failed'): Call => {
  ids += 1;
  const call = { agent_id: 'agent-7', duration_seconds: null };
  return { id: String(ids), status, created: seconds(NOW), call, results: null } as unknown as Call;
};

describe('a mean', () => {
  it('has the interval of Student’s t', () => {
    // From printed tables.
    for (const [freedom, t] of [
      [1, 12.7062047],
      [2, 4.30265273],
      [9, 2.26215716],
      [30, 2.04227246],
      [120, 1.97993041],
      [999, 1.96234146],
    ] as const)
      expect(studentT(freedom), `t of ${freedom}`).toBeCloseTo(t, 7);
    const { mean, interval, n } = meanOf([70, 80, 90]);
    expect([mean, n]).toEqual([80, 3]);
    expect(interval?.[0]).toBeCloseTo(80 - (4.30265273 * 10) / Math.sqrt(3), 6);
    expect(interval?.[1], 'no score is above 100').toBe(100);
  });

  it('says less of few values, and nothing of none', () => {
    expect(meanOf([])).toEqual({ mean: null, interval: null, n: 0 });
    expect(meanOf([50])).toEqual({ mean: 50, interval: null, n: 1 });
    expect(meanOf([50, 50])).toEqual({ mean: 50, interval: [50, 50], n: 2 });
    expect([9, 10].map((n) => isComparable(meanOf(new Array(n).fill(50))))).toEqual([false, true]);
  });

  it('leaves out what has no score, and counts it', () => {
    const calls = [
      completed({ compliance: 60 }),
      completed({ compliance: 100, quality: null }),
      completed({ compliance: null }),
      completed({ compliance: 0, kind: 'voicemail' }),
      completed({ compliance: 0, kind: 'no_conversation' }),
      completed({ compliance: 0, notJudged: 'model_declined' }),
      other('processing'),
      other('failed'),
    ];
    const { compliance, quality, ...sums } = figuresOf(calls);
    expect([compliance.mean, compliance.n, quality.mean, quality.n]).toEqual([80, 2, 90, 2]);
    expect(sums).toEqual({ calls: 8, minutes: 9, violations: 0, flagged: 6 });
    expect(apartOf(calls)).toEqual({
      processing: 1,
      failed: 1,
      voicemail: 1,
      noConversation: 1,
      notJudged: 1,
      noCompliance: 1,
      noQuality: 1,
    });
  });

  it('counts a call of which an earlier release did not say what kind it is', () => {
    const call = completed({ compliance: 70 });
    Reflect.deleteProperty(call.results ?? {}, 'call_kind');
    expect(figuresOf([call]).compliance).toMatchObject({ mean: 70, n: 1 });
  });
});

describe('rows', () => {
  const many = (agent: string, compliance: number, n: number) =>
    Array.from({ length: n }, () => completed({ agent, compliance }));

  it('stand by name, numbers by their size', () => {
    const rows = byAgent([...many('agent-10', 50, 1), ...many('agent-9', 90, 2), ...many('zoe', 70, 1)]);
    expect(rows.map(({ key, calls }) => [key, calls])).toEqual([
      ['agent-9', 2],
      ['agent-10', 1],
      ['zoe', 1],
    ]);
  });

  it('stand by a mean only where each has enough values', () => {
    const enough = byAgent([...many('a', 90, 10), ...many('b', 50, 11)]);
    expect(ordered(enough, 'compliance')?.map(({ key }) => key)).toEqual(['b', 'a']);
    expect(ordered(enough, 'calls')?.map(({ key }) => key)).toEqual(['b', 'a']);
    const few = byAgent([...many('a', 90, 10), ...many('b', 50, 9)]);
    expect(ordered(few, 'compliance')).toBeNull();
    expect(ordered(few, 'name')?.map(({ key }) => key)).toEqual(['a', 'b']);
  });

  it('hold each day, also those without calls', () => {
    const yesterday = new Date(2026, 10, 24, 23, 59);
    const rows = byDay([completed({ created: yesterday }), completed()], periodOf({ days: '7' }, NOW).days);
    expect(rows.map(({ key, calls }) => `${key} ${calls}`)).toEqual([
      '2026-11-25 1',
      '2026-11-24 1',
      '2026-11-23 0',
      '2026-11-22 0',
      '2026-11-21 0',
      '2026-11-20 0',
      '2026-11-19 0',
    ]);
  });

  it('count findings by name, and violations by rule', () => {
    const calls = [completed({ violations: 2 }), completed(), other('failed')];
    expect(findingCounts(calls)).toEqual([
      { name: 'identity_verification', flagged: 2, no: 2 },
      { name: 'call_resolution', flagged: 0, no: 2 },
    ]);
    expect(withViolations(calls).map(({ id }) => id)).toEqual([calls[0]?.id]);
    expect(ruleCounts(['b', 'a', 'b'])).toEqual([
      ['b', 2],
      ['a', 1],
    ]);
  });
});

describe('a period', () => {
  it('is what the address says, and today where it says nothing that can be', () => {
    expect(periodOf({}, NOW)).toMatchObject({ length: 1, days: ['2026-11-25'] });
    expect(periodOf({ days: '8', until: '2026-02-30' }, NOW)).toMatchObject({ length: 1, days: ['2026-11-25'] });
    const week = periodOf({ days: '7', until: '2026-03-02' }, NOW);
    expect([week.days[0], week.days[6]]).toEqual(['2026-03-02', '2026-02-24']);
    expect([week.after, week.before]).toEqual([new Date(2026, 1, 24), new Date(2026, 2, 3)]);
  });

  it('is moved by its length, and never beyond today', () => {
    const week = periodOf({ days: '7' }, NOW);
    expect(shifted(week, -1, NOW)).toBe('2026-11-18');
    expect(shifted(periodOf({ days: '7', until: '2026-11-18' }, NOW), 1, NOW)).toBeUndefined();
    expect(shifted(periodOf({ until: '2026-11-20' }, NOW), 1, NOW)).toBe('2026-11-21');
  });
});

describe('reading the calls of a period', () => {
  const stored = (n: number) => Array.from({ length: n }, () => completed());
  const reading = (calls: Calls, isStopped = () => false) => {
    const asked: number[] = [];
    const told: string[] = [];
    const done = readNewest({
      pageAt: async (offset, limit) => {
        asked.push(offset);
        return { data: calls.slice(offset, offset + limit), total: calls.length };
      },
      onProgress: (read, ofAll) => told.push(`${read} of ${ofAll}`),
      isStopped,
    });
    return { done, asked, told };
  };

  it('goes page by page, and tells how far it is', async () => {
    const { done, asked, told } = reading(stored(450));
    expect((await done).calls, 'calls that were read').toHaveLength(450);
    expect(asked).toEqual([0, 200, 400]);
    expect(told).toEqual(['200 of 450', '400 of 450', '450 of 450']);
  });

  it('ends at its bound, and knows how many there are', async () => {
    const { done, told } = reading(stored(1_300));
    const { calls, total } = await done;
    expect([calls.length, total]).toEqual([MAX_READ, 1_300]);
    expect(told.at(-1)).toBe('1000 of 1000');
  });

  it('ends where the person stops it, with what was read', async () => {
    const { done, asked } = reading(stored(450), () => true);
    expect(await done).toMatchObject({ total: 450, calls: { length: 200 } });
    expect(asked).toEqual([0]);
  });

  it('counts a call once, also where new calls move it to the next page', async () => {
    const calls = stored(400);
    const { calls: read } = await readNewest({
      pageAt: async (offset, limit) => ({ data: calls.slice(Math.max(0, offset - 3)).slice(0, limit), total: 403 }),
      onProgress: () => undefined,
      isStopped: () => false,
    });
    expect(new Set(read.map(({ id }) => id)).size, 'calls, each counted once').toBe(read.length);
    expect(read, 'calls that were read').toHaveLength(400);
  });

  it('asks once where there is none', async () => {
    const { done, asked } = reading([]);
    expect(await done).toEqual({ calls: [], total: 0 });
    expect(asked).toEqual([0]);
  });
});
