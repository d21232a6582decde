// Whether a judge has changed, tried on judges that are noisy by themselves: what it costs in false alarms, and what it tells.
import { describe, expect, it } from 'vitest';
import { mulberry32 } from '../../../src/judgement/agreement/bootstrap.js';
import { compareJudges, type JudgedAnswers, sameAnswers } from '../../../src/judgement/agreement/drift.js';

type Random = () => number;
interface Judge {
  /** Share of answers that are another one each time, by call. */
  readonly noise: (call: number) => number;
  readonly flips?: (call: number, question: number) => boolean;
}

const keys = (n: number) => Array.from({ length: n }, (_, at) => `q${at}`);
const ids = (n: number) => Array.from({ length: n }, (_, at) => `call-${String(at).padStart(3, '0')}`);

function judge({ noise, flips = () => false }: Judge, calls: number, questions: number, random: Random) {
  return ids(calls).map(
    (_, call): JudgedAnswers =>
      Object.fromEntries(
        keys(questions).map((key, question) => {
          const isYes = ((call * 7 + question) % 3 === 0) !== flips(call, question);
          return [key, isYes !== random() < noise(call) ? 'yes' : 'no'];
        }),
      ),
  );
}

/** A check as the service makes it: once, and twice more where that looks like a change. */
function check(was: readonly JudgedAnswers[][], now: () => JudgedAnswers[], questions: number) {
  const compare = (is: readonly JudgedAnswers[][]) =>
    compareJudges(
      keys(questions),
      ids(is[0]?.length ?? 0).map((id, at) => ({
        id,
        was: was.map((one) => one[at] ?? {}),
        is: is.map((one) => one[at] ?? {}),
      })),
    );
  const first = now();
  if (!compare([first]).isSuspect) return { hasChanged: false, changed: [], is: [first] };
  const is = [first, now(), now()];
  return { ...compare(is), is };
}

const thrice = (one: () => JudgedAnswers[]) => [one(), one(), one()];

describe('a judge that does not change', () => {
  const KINDS = [
    { noise: 0, calls: 60, questions: 1 },
    { noise: 0.05, calls: 60, questions: 1 },
    { noise: 0.05, calls: 60, questions: 6 },
    { noise: 0.2, calls: 60, questions: 3 },
    { noise: 0.4, calls: 20, questions: 2 },
  ];

  it('gives at most 5 false alarms in 100 weeks, however noisy it is, and hardly more in all 500', () => {
    const alarms = KINDS.map(({ noise, calls, questions }) => {
      const random = mulberry32(calls + questions + noise * 100);
      // Some calls are harder than others.
      const ofCall = (call: number) => (call % 3 === 0 ? Math.min(0.5, 2 * noise) : noise);
      const now = () => judge({ noise: ofCall }, calls, questions, random);
      let was = thrice(now);
      let n = 0;
      for (let week = 0; week < 100; week++) {
        const found = check(was, now, questions);
        if (!found.hasChanged) continue;
        n++;
        was = found.is;
      }
      return n;
    });
    expect(Math.max(...alarms), `false alarms ${alarms}`).toBeLessThanOrEqual(5);
    expect(
      alarms.reduce((sum, n) => sum + n, 0),
      `false alarms ${alarms}`,
    ).toBeLessThanOrEqual(6);
  });
});

describe('a judge that changes', () => {
  it.each([0, 0.05])('by 20 of 100 answers to one question is told on 60 calls, with %d of noise', (noise) => {
    const random = mulberry32(2026);
    let told = 0;
    for (let swap = 0; swap < 40; swap++) {
      const drawn = ids(60).map((_, call) => ({ call, by: random() }));
      const flipped = new Set(
        drawn
          .sort((a, b) => a.by - b.by)
          .slice(0, 12)
          .map(({ call }) => call),
      );
      const was = thrice(() => judge({ noise: () => noise }, 60, 1, random));
      const now = () => judge({ noise: () => noise, flips: (call) => flipped.has(call) }, 60, 1, random);
      if (check(was, now, 1).hasChanged) told++;
    }
    expect(told).toBeGreaterThanOrEqual(38);
  });

  it('by answers that are now and then others is told as well', () => {
    const random = mulberry32(7);
    let told = 0;
    for (let swap = 0; swap < 20; swap++) {
      const was = thrice(() => judge({ noise: () => 0.02 }, 60, 2, random));
      if (check(was, () => judge({ noise: () => 0.2 }, 60, 2, random), 2).hasChanged) told++;
    }
    expect(told).toBeGreaterThanOrEqual(19);
  });

  it('names the question that it answers otherwise, and no other', () => {
    const random = mulberry32(11);
    const was = thrice(() => judge({ noise: () => 0.03 }, 60, 5, random));
    const now = () =>
      judge({ noise: () => 0.03, flips: (call, question) => question === 2 && call % 3 === 0 }, 60, 5, random);
    expect(check(was, now, 5)).toMatchObject({ hasChanged: true, changed: ['q2'] });
  });
});

describe('the share of equal answers', () => {
  const two = (was: JudgedAnswers, is: JudgedAnswers) =>
    sameAnswers(['a', 'b'], [{ id: '1', was: [was], is: [is] }]).same;

  it('counts what one of the two answered, and nothing that neither did', () => {
    expect(two({ a: 'yes', b: 'no' }, { a: 'yes', b: 'yes' })).toBe(0.5);
    expect(two({ a: 'yes' }, { a: 'yes' })).toBe(1);
    expect(two({ a: 'yes' }, {})).toBe(0);
    expect(two({}, {})).toBeNull();
  });

  it('has an interval that is the same in every run, whatever the order of the calls', () => {
    const random = mulberry32(3);
    const [was, is] = [1, 2].map(() => judge({ noise: () => 0.1 }, 40, 2, random));
    const calls = ids(40).map((id, at) => ({ id, was: [was?.[at] ?? {}], is: [is?.[at] ?? {}] }));
    const found = sameAnswers(keys(2), calls);
    expect(sameAnswers(keys(2), calls.toReversed())).toEqual(found);
    const [lower = 1, upper = 0] = found.ci ?? [];
    expect(lower).toBeLessThan(found.same ?? 0);
    expect(upper).toBeGreaterThan(found.same ?? 1);
  });
});
