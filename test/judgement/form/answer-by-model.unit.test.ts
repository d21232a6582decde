// What of a model's answer is shown.
import { describe, expect, it } from 'vitest';
import { byModel, judgeQuestion, proposalOf } from '../../support/builders/judged-form.js';

const rationaleOf = (rationale: string) => judgeQuestion(byModel(), proposalOf('no', [], { rationale })).rationale;

describe("a model's rationale", () => {
  it.each([
    [
      'loses an invented quotation behind the first 500 characters',
      `${'a'.repeat(600)}. Said "you will be sued".`,
      501,
    ],
    ['is not read beyond its first 1,000 characters', `${' '.repeat(1000)}Too late.`, 0],
    ['is read up to its first 1,000 characters', `${' '.repeat(990)}In time.`, 8],
  ])('%s', (fault, rationale, length) => {
    const shown = rationaleOf(rationale);
    expect(shown, `An invented quotation is shown: a rationale that ${fault}`).not.toContain('sued');
    expect([...shown].length, `Shown at another length: a rationale that ${fault}`).toBe(Math.min(500, length));
  });
});

describe("a model's confidence", () => {
  it.each([
    ['over 1', 7, 1],
    ['under 0', -1, 0],
    ['no number', Number.NaN, 0],
    ['with many decimals', 0.876543, 0.88],
  ])('is shown from 0 to 1 with two decimals: %s', (fault, confidence, shown) => {
    const judged = judgeQuestion(byModel(), proposalOf('no', [], { confidence }));
    expect(judged.confidence, `Shown as it came: a confidence ${fault}`).toBe(shown);
  });
});
