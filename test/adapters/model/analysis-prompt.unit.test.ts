// The instructions hold a model to the same law as the rules: what is not the deed, in the words of the documentation.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ANALYSIS_INSTRUCTIONS } from '../../../src/adapters/model/analysis-prompt.js';
import { FINDING_NAMES } from '../../../src/ports/findings.js';

describe('The findings asked for', () => {
  it('say what is not the deed, in the words of the documentation', () => {
    const docs = readFileSync('docs/results.md', 'utf8');
    const [, section = ''] = docs.split('#### What does not count as evidence');
    for (const name of FINDING_NAMES) {
      const [, notTheDeed] = new RegExp(`\\| \`${name}\` \\| [^|]+ \\| ([^|]+) \\|`).exec(section) ?? [];
      const [definition] = ANALYSIS_INSTRUCTIONS.split('\n').filter((line) => line.startsWith(`- ${name}`));
      expect(definition).toContain(`Not the deed: ${notTheDeed}.`);
    }
  });
});
