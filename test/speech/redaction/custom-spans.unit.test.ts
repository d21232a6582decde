import { describe, expect, it } from 'vitest';
import { customSpans } from '../../../src/speech/redaction/custom/custom-spans.js';
import { callOf, marked, withoutBrackets } from './searched-call.js';

const POLICY = { key: 'policy_number', label: 'Policy number', patterns: ['policy ~3 #'] };

describe('a custom type', () => {
  it.each([
    ['a number', 'My [policy number is 448172].'],
    ['a number in parts, of which the pattern ends within', 'The [policy is 44 81 72], right?'],
    ['a number in words', 'my [policy number is four four eight one seven two] i think'],
    ['nothing in another sentence', 'That is my policy. 44 people have it.'],
    ['nothing else', 'My order number is 448172.'],
  ])('finds %s', (_what, line) => {
    const call = callOf('en', withoutBrackets(line));
    const { spans, isExhausted } = customSpans(call, [POLICY]);
    expect(marked(call, spans)).toEqual([line]);
    expect(isExhausted, 'the steps are used up').toBe(false);
  });

  it('has its key as type, and the number as content', () => {
    const { spans } = customSpans(callOf('en', 'policy 448172', 'policy number four four eight one seven two'), [
      POLICY,
    ]);
    expect(spans.map(({ type, basis, content }) => [type, basis, content])).toEqual([
      ['policy_number', 'custom', '448172'],
      ['policy_number', 'custom', '448172'],
    ]);
  });

  it('is looked for in any language', () => {
    const call = callOf('fr', 'police numéro 448172');
    const police = { ...POLICY, patterns: ['police numéro #'] };
    expect(marked(call, customSpans(call, [police]).spans)).toEqual(['[police numéro 448172]']);
  });
});

describe('patterns that take too many steps', () => {
  const hostile = {
    key: 'hostile',
    label: 'Hostile',
    patterns: Array.from({ length: 50 }, () => `a* ${'~9 a* '.repeat(3)}b`),
  };

  it('leave what they did not reach masked as a whole, and say so', () => {
    const call = callOf('en', ...Array.from({ length: 200 }, () => 'aa '.repeat(200)));
    const { spans, isExhausted } = customSpans(call, [hostile], 100_000);
    expect(isExhausted, 'the steps are used up').toBe(true);
    const whole = spans.filter(({ to }) => to === 600);
    expect(whole.map(({ segmentId }) => segmentId)).toEqual(call.segments.slice(-whole.length).map(({ id }) => id));
    expect(whole.length).toBeGreaterThan(100);
    expect(whole[0]).toMatchObject({ type: 'hostile', basis: 'custom', from: 0 });
  });

  it('end in a call of ten hours, in one segment or in many', () => {
    const words = 'aa '.repeat(90_000);
    for (const call of [callOf('en', words), callOf('en', ...Array.from({ length: 9_000 }, () => 'aa '.repeat(10)))]) {
      const { spans, isExhausted } = customSpans(call, [hostile], 5_000_000);
      expect(isExhausted, 'the steps are used up').toBe(true);
      expect(spans.at(-1)).toMatchObject({ segmentId: call.segments.at(-1)?.id, from: 0 });
    }
  });

  it('are not the usual ones, in a call of ten hours', () => {
    const usual = {
      ...POLICY,
      patterns: Array.from({ length: 10 }, (_, at) => `(policy|contract|member) (number|no)? ~3 # code${at}?`),
    };
    const call = callOf('en', ...Array.from({ length: 9_000 }, () => 'well the policy number is 44 and so we go on'));
    const { spans, isExhausted } = customSpans(call, [usual]);
    expect(isExhausted, 'the steps are used up').toBe(false);
    expect(new Set(spans.map(({ segmentId }) => segmentId)).size, 'segments with a find').toBe(9_000);
  });
});
