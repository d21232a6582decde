// Checks the list of faults, `docs/faults.md`: complete, in order, each with its tests. What it says of the tests is written
// here, from the marks in their titles; all else is written by hand.
import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type MarkedTest, markedTests } from '../support/matchers/marked-tests.js';

const PAGE = 'docs/faults.md';
const FAULT = /(### (\d+)\. .+\n\n\*\*Must happen:\*\* .+\n\n\*\*Tests:\*\*\n\n)((?:- .+\n)*)/g;

const numbers = Array.from({ length: 106 }, (_, index) => String(index + 1));
const tests = markedTests();

describe('the list of faults', () => {
  it('has one hundred and six, each once, in order, with what must happen', () => {
    const page = readFileSync(PAGE, 'utf8');
    expect([...page.matchAll(FAULT)].map(([, , number]) => number)).toEqual(numbers);
    expect(page.match(/^### /gm), 'headings').toHaveLength(numbers.length);
  });

  it('has a test for each', () => {
    expect(numbers.filter((number) => !tests.has(`fault ${number}`))).toEqual([]);
  });

  it('has each fault that a test names', () => {
    const named = [...tests.keys()].flatMap((entry) => (entry.startsWith('fault ') ? [entry.slice(6)] : []));
    expect(named.filter((number) => !numbers.includes(number))).toEqual([]);
  });

  it('names the tests that there are', () => {
    const page = readFileSync(PAGE, 'utf8');
    const current = page.replace(FAULT, (_, before: string, number: string) => before + testsOf(number));
    if (process.env.UPDATE_FAULTS) writeFileSync(PAGE, current);
    expect(readFileSync(PAGE, 'utf8'), 'UPDATE_FAULTS=1 rewrites the page').toBe(current);
  });
});

function testsOf(fault: string): string {
  return (tests.get(`fault ${fault}`) ?? []).map(item).join('');
}

function item({ file, blocks, title }: MarkedTest): string {
  return `- [${file}](../test/${file}.test.ts): ${[...blocks, title].map(escapeMarkdown).join(' › ')}\n`;
}

/** Leaves code spans as they are. */
function escapeMarkdown(text: string): string {
  return text.replace(/`[^`]*`|[\\*_<>]/g, (found) => (found.startsWith('`') ? found : `\\${found}`));
}
