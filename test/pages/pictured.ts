// Pictures of pages, compared with stored ones. A page that is pictured has a fixed clock, zone and language, and a font of its
// own, so that its lines break alike on each machine; what is left is how edges are smoothed, which the comparison forgives.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { PNG, pixelmatch, readFont } from '../../tools/pictures.mjs';
import type { BrowserContextOptions, Locator, Page } from '../../tools/playwright.mjs';
import { LOOKS, wear } from './chromium.js';

const STORED = 'test/pages/pictures';
const OF_README = 'docs/pictures';
/** Pictures of pages that differ, and what differs in them. */
const DIFFERENT = 'node_modules/.cache/pictures';
const UPDATES = process.env.UPDATE_PICTURES === '1';

/** Half the pixels in each direction: a quarter of the bytes, and every line and button is still seen. */
export const PICTURED: BrowserContextOptions = {
  deviceScaleFactor: 0.5,
  locale: 'en-GB',
  timezoneId: 'UTC',
  reducedMotion: 'reduce',
};

/** Heights of the windows, by their widths: on a phone, what stands below the bars is seen too. */
const HEIGHTS: Readonly<Record<number, number>> = { 390: 1_400, 1440: 900 };

/** How far the colours of a pixel may differ, from 0 to 1. */
const THRESHOLD = 0.2;
/** Share of pixels that may differ. */
const MAX_DIFFERENT = 0.002;

/** Sets the clock of pages to come, and what they are written in. */
export async function fixLooks(page: Page, now: Date): Promise<void> {
  await page.clock.setFixedTime(now);
  await page.addInitScript(`{
    const bytes = Uint8Array.from(atob('${readFont().toString('base64')}'), (one) => one.charCodeAt(0));
    document.fonts.add(new FontFace('Pictured', bytes, { weight: '100 900' }));
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { font-family: Pictured !important; text-rendering: geometricPrecision !important; }');
    document.adoptedStyleSheets = [sheet];
  }`);
}

/** Compares the page in every look. @param name of the files @param mask what is another one in each run */
export async function expectPictured(page: Page, name: string, mask: Locator[] = []): Promise<void> {
  const faults: string[] = [];
  for (const look of LOOKS) {
    await wear(page, look);
    await page.setViewportSize({ width: look.width, height: HEIGHTS[look.width] ?? 0 });
    const file = `${name}-${look.width}-${look.colorScheme}.png`;
    const fault = await compare(await still(page, mask), STORED, file);
    if (fault !== null) faults.push(fault);
  }
  expect(faults, 'npm run pictures replaces them').toEqual([]);
}

/** Compares the page, as wide as it is, in light. @param name of the file */
export async function expectReadmePicture(page: Page, name: string): Promise<void> {
  // Nothing is focused by the way to the view.
  await page.evaluate('document.activeElement?.blur()');
  const fault = await compare(await still(page, []), OF_README, `${name}.png`);
  expect(fault, 'npm run screenshots replaces it').toBeNull();
}

/** The picture of a page on which nothing moves any more. */
async function still(page: Page, mask: Locator[]): Promise<Buffer> {
  const take = () => page.screenshot({ animations: 'disabled', caret: 'hide', mask, maskColor: '#888888' });
  let before = await take();
  for (;;) {
    await page.evaluate('document.fonts.ready.then(() => new Promise((then) => requestIdleCallback(then)))');
    const now = await take();
    if (now.equals(before)) return now;
    before = now;
  }
}

/** @returns what differs; null where nothing does */
async function compare(taken: Buffer, folder: string, file: string): Promise<string | null> {
  if (UPDATES) {
    await writeFile(join(folder, file), taken);
    return null;
  }
  const now = PNG.sync.read(taken);
  const stored = PNG.sync.read(await readFile(join(folder, file)));
  const { width, height } = stored;
  const isSameSize = now.width === width && now.height === height;
  const shown = new PNG({ width, height });
  const count = isSameSize
    ? pixelmatch(stored.data, now.data, shown.data, width, height, { threshold: THRESHOLD })
    : width * height;
  const share = count / (width * height);
  if (share <= MAX_DIFFERENT) return null;
  await mkdir(DIFFERENT, { recursive: true });
  await writeFile(join(DIFFERENT, file), taken);
  await writeFile(join(DIFFERENT, `differs-${file}`), PNG.sync.write(shown));
  return `${file}: ${(share * 100).toFixed(2)} % of its pixels differ, see ${DIFFERENT}`;
}
