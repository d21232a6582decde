import { expect, it } from 'vitest';
import { limitOf, smallerLimit } from '../../../src/adapters/model/lessons.js';

const room = (window: number, input: number) =>
  `This model's maximum context length is ${window} tokens and your request has ${input} input tokens.`;

it('of a full window, the window is learnt: a long call does not shorten the answers about others', () => {
  const learnt = smallerLimit(room(16_384, 15_000), 16_000, 60_000) ?? {};
  expect(limitOf(learnt, 16_000, 60_000), 'room beside the long call').toBeLessThanOrEqual(16_384 - 15_000);
  expect(limitOf(learnt, 8_000, 4_000), 'room beside a short call').toBe(8_000);
  expect(limitOf(learnt, 8_000, 90_000), 'room beside a call that is too long').toBe(1_000);
});

it.each([
  ['no room', room(16_384, 16_000)],
  ['more room than was asked for', room(160_000, 1_000)],
  ['no number', 'max_tokens is too large'],
])('teaches no limit where the refusal tells %s', (_, message) => {
  expect(smallerLimit(message, 16_000, 1_000)).toBeNull();
});
