// The words around a match.
import { expect, it } from 'vitest';
import { snippetOf } from '../../../src/insight/search/snippet.js';

const around = (text: string, match: string) =>
  snippetOf(text, text.indexOf(match), text.indexOf(match) + match.length);

it('shows a short text whole', () => {
  expect(around('I want a refund now.', 'refund')).toBe('I want a refund now.');
});

it('cuts between words', () => {
  const snippet = around(`${'before '.repeat(30)}refund ${'after '.repeat(30)}`, 'refund');
  expect(snippet).toMatch(/^…(before )+refund (after )+after…$/);
  expect(snippet.length).toBeLessThanOrEqual(170);
});

it('cuts between characters where there are no words', () => {
  const snippet = around(`${'𠮷'.repeat(100)}退款${'野'.repeat(200)}`, '退款');
  expect(snippet).toMatch(/^…𠮷+退款野+…$/u);
  expect(snippet.isWellFormed(), 'no character is cut in two').toBe(true);
  expect(snippet.length).toBeLessThanOrEqual(170);
});

it('shows the beginning of a match that is long', () => {
  const text = `full ${'!'.repeat(10_000)} refund`;
  const snippet = snippetOf(text, 0, text.length);
  expect(snippet.length).toBeLessThan(400);
  expect(snippet).toMatch(/^full !+…$/);
});
