// The table of patterns in docs/scorecards.md: each pattern matches the words in bold, and does not match the others.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PhrasePattern } from '../../src/phrases/phrase-pattern.js';
import { spellingOf } from '../../src/phrases/spelling.js';
import { spokenWords } from '../../src/phrases/spoken-words.js';
import { segmentsOf } from '../support/audio/segments.js';

const [, section = ''] = readFileSync('docs/scorecards.md', 'utf8').split('### Patterns\n');
const rows = [...(section.split('\n## ')[0] ?? '').matchAll(/^\| `(.+?)` \| (.+) \| (.+) \|$/gm)].map(
  ([, pattern = '', matching = '', other = '']) => ({ pattern: pattern.replaceAll('\\|', '|'), matching, other }),
);
const quoted = (cell: string) => [...cell.matchAll(/“([^”]+)”/g)].map(([, words = '']) => words);

function matchesIn(pattern: string, text: string): string[] {
  const [segment] = segmentsOf([['agent', text]]);
  if (!segment) throw new Error('There is no segment');
  const words = spokenWords(segment, spellingOf('en'));
  return new PhrasePattern(pattern)
    .find(words)
    .map(({ from, to }) => segment.text.slice(words[from]?.start, words[to - 1]?.end));
}

describe('the patterns in docs/scorecards.md', () => {
  it('are all found on the page', () => expect(rows.length).toBeGreaterThanOrEqual(9));

  it.each(rows)('$pattern', ({ pattern, matching, other }) => {
    const examples = quoted(matching);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) {
      const [, words] = /\*\*(.+)\*\*/.exec(example) ?? [];
      expect(matchesIn(pattern, example.replaceAll('**', ''))).toEqual([words]);
    }
    for (const example of quoted(other)) expect(matchesIn(pattern, example)).toEqual([]);
  });
});
