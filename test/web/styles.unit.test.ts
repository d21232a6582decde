// The style sheets of the console: what a class looks like stands in one of them, beside the view or the part that it is of.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SOURCE = 'web/src';
/** The sheet of what has no class; what it says of an element holds everywhere. */
const BASE = 'base.css';
const MAX_LINES = 400;

const FILES = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' });
const textOf = (file: string) => readFileSync(join(SOURCE, file), 'utf8');
const SHEETS = FILES.filter((file) => file.endsWith('.css')).sort();
/** The texts that the sources of the views hold, where classes are named. */
const STRINGS = FILES.filter((file) => /\.tsx?$/.test(file) && !file.startsWith('texts/'))
  .flatMap((file) => textOf(file).match(/"[^"\n]*"|'[^'\n]*'|`[^`]*`/g) ?? [])
  .join('\n');

function selectorsOf(sheet: string): string[] {
  const css = textOf(sheet)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/@keyframes[^{]*\{(?:[^{}]*\{[^}]*\})*\s*\}/g, '');
  const lists = [...css.matchAll(/([^{};]+)\{/g)].map(([, list]) => list?.trim() ?? '');
  return lists
    .filter((list) => !list.startsWith('@'))
    .flatMap((list) => list.split(/,(?![^(]*\))/).map((one) => one.trim()));
}

/** The classes of a selector, and the marks that a script sets in a text. */
const namesIn = (selector: string) =>
  [...selector.matchAll(/\.([a-z][\w-]*)|::highlight\(([\w-]+)\)/g)].map(([, name, mark]) => name ?? mark ?? '');

describe('the style sheets', () => {
  it('have each class at the head of a selector in one of them', () => {
    const homes = new Map<string, Set<string>>();
    for (const sheet of SHEETS)
      for (const [name] of selectorsOf(sheet).map(namesIn))
        if (name) homes.set(name, (homes.get(name) ?? new Set()).add(sheet));
    const ruledTwice = [...homes]
      .filter(([, sheets]) => sheets.size > 1)
      .map(([name, sheets]) => `${name}: ${[...sheets].join(', ')}`);
    expect(ruledTwice, 'classes that two sheets rule').toEqual([]);
  });

  it('rule what has no class in the base alone', () => {
    const elsewhere = SHEETS.filter((sheet) => sheet !== BASE).flatMap((sheet) =>
      selectorsOf(sheet)
        .filter((selector) => namesIn(selector).length === 0)
        .map((selector) => `${sheet}: ${selector}`),
    );
    expect(elsewhere).toEqual([]);
  });

  it('rule no class that no view has', () => {
    const words = new Set(STRINGS.match(/[\w-]+/g));
    // `of-${speaker}`
    const stems = [...STRINGS.matchAll(/([a-z]+-)\$\{/g)].map(([, stem]) => stem ?? '');
    const isUsed = (name: string) => words.has(name) || stems.some((stem) => name.startsWith(stem));
    const unused = SHEETS.flatMap((sheet) => selectorsOf(sheet).flatMap(namesIn)).filter((name) => !isUsed(name));
    expect([...new Set(unused)]).toEqual([]);
  });

  it(`have at most ${MAX_LINES} lines each`, () => {
    expect(SHEETS.filter((sheet) => textOf(sheet).split('\n').length > MAX_LINES)).toEqual([]);
  });
});
