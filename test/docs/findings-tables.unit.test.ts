// The pages that tell of the findings: each finding has its row, its place and its weight there.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { FINDING_NAMES, FINDINGS, findingsIn } from '../../src/ports/findings.js';

const results = readFileSync('docs/results.md', 'utf8');

it.each(['compliance', 'quality'] as const)('the weights of %s add up to 100', (part) => {
  const weights = findingsIn(part).map((name) => FINDINGS[name].weight);
  expect(weights.reduce<number>((sum, weight) => sum + weight, 0)).toBe(100);
});

describe.each(FINDING_NAMES)('%s', (name) => {
  const { weight, answer } = FINDINGS[name];

  it('has a row among the deeds, and among those that are none', () => {
    const rows = results.match(new RegExp(`^\\| \`${name}\` \\|`, 'gm'));
    expect(rows, 'rows of the finding').toHaveLength(2);
  });

  it('stands beside its weight', () => {
    expect(results).toContain(weight === 0 ? `\`${name}\` is in no score` : `\`${name}\` ${weight}`);
  });

  it('stands beside the member with its answer', () => {
    const [, listed = ''] = new RegExp(`\\*\\*\`${answer}\`\\*\\*\\s+\\(([^)]*)\\)`).exec(results) ?? [];
    expect(
      [`\`${name}\``, FINDINGS[name].part].some((word) => listed.includes(word)),
      listed,
    ).toBe(true);
  });

  it('can be named by a question of a scorecard', () => {
    const [paragraph] =
      /^\*\*`finding`\*\* names a finding \([^)]*\)/m.exec(readFileSync('docs/scorecards.md', 'utf8')) ?? [];
    expect(paragraph).toContain(`\`${name}\``);
  });
});
