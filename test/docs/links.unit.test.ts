// Every link between the pages for people leads to a file, and to a heading in it. Every path that a page names is there.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import { anchorsIn, linksIn, pathsIn } from './markdown.js';

const FOLDERS = ['docs', 'clients', 'bench', 'samples', 'src', 'test'];
const notOurs = /(^|\/)(node_modules|build|dist|target)\//;

const pages = [
  ...readdirSync('.').filter((file) => file.endsWith('.md')),
  ...FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md') && !notOurs.test(file))
      .map((file) => join(folder, file)),
  ),
];

function brokenLinksOf(page: string): string[] {
  return linksIn(readFileSync(page, 'utf8')).filter((link) => {
    if (/^[a-z]+:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const file = path === '' ? page : normalize(join(dirname(page), decodeURIComponent(path)));
    if (!existsSync(file)) return true;
    return anchor !== undefined && !anchorsIn(readFileSync(file, 'utf8')).has(anchor);
  });
}

/** Files that a recipe tells the reader to write. */
const TO_BE_WRITTEN =
  /^src\/(a\/b|adapters\/hello\/|judgement\/form\/answer-by-length|phrases\/spelling\/xx)|^test\/(a\/b|adapters\/hello\/)/;
/** Records of decisions keep the paths of their day. */
const ofToday = pages.filter((page) => !page.startsWith('docs/decisions/') && page !== 'CHANGELOG.md');

const missingPathsOf = (page: string): string[] =>
  pathsIn(readFileSync(page, 'utf8')).filter(
    (path) =>
      !TO_BE_WRITTEN.test(path) && !['.', 'src', dirname(page)].some((folder) => existsSync(join(folder, path))),
  );

describe('the links of', () => {
  it('all pages are looked at', () => expect(pages.length).toBeGreaterThan(45));

  it.each(pages)('%s lead to files and headings that are there', (page) => expect(brokenLinksOf(page)).toEqual([]));
});

it.each(ofToday)('%s names no file that is not there', (page) => expect(missingPathsOf(page)).toEqual([]));
