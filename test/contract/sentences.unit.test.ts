// Checks the list of sentences, `sentences.md`, against the tests whose titles name them.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { markedTests } from '../support/matchers/marked-tests.js';

/** How many sentences each part of the specification has. */
const COUNTS = {
  resources: 31,
  endpoints: 36,
  authentication: 13,
  errors: 20,
  limits: 17,
  versioning: 4,
  settled: 45,
  scorecards: 32,
};

const parts = readFileSync('test/contract/sentences.md', 'utf8')
  .split('\n## ')
  .slice(1)
  .map((section) => {
    const [part = ''] = section.split('\n', 1);
    const lines = [...section.matchAll(/^(\d+)\. (.+) \((\d+) tests?\)$/gm)];
    return { part, sentences: lines.map(([, number, says, count]) => ({ number, says, tests: Number(count) })) };
  });
const tests = markedTests();

describe('the sentences of the interface', () => {
  it('are all there, in order', () => {
    const numbers = Object.entries(COUNTS).map(([part, count]) => [
      part,
      Array.from({ length: count }, (_, index) => String(index + 1)),
    ]);
    expect(parts.map(({ part, sentences }) => [part, sentences.map(({ number }) => number)])).toEqual(numbers);
  });

  it.each(parts)('say each something else: $part', ({ sentences }) => {
    expect([...new Set(sentences.map(({ says }) => says))]).toEqual(sentences.map(({ says }) => says));
  });

  it.each(parts)('have as many tests as they say, and at least one: $part', ({ part, sentences }) => {
    const listed = sentences.map(({ number, tests }) => `${part} ${number}: ${Math.max(tests, 1)}`);
    expect(listed).toEqual(
      sentences.map(({ number }) => `${part} ${number}: ${tests.get(`${part} ${number}`)?.length ?? 0}`),
    );
  });

  it('are there for each mark of a test', () => {
    const entries = parts.flatMap(({ part, sentences }) => sentences.map(({ number }) => `${part} ${number}`));
    const marks = [...tests.keys()].filter((entry) => !entry.startsWith('fault '));
    expect(marks.filter((entry) => !entries.includes(entry))).toEqual([]);
  });
});
