// Debian's Chromium, driven as a person would. The machine brings the browser: the driver's package has none.
import { execFileSync } from 'node:child_process';
import { expect } from 'vitest';
import { type Browser, chromium, type Page } from '../../tools/playwright.mjs';

function programOnPath(): string | null {
  for (const name of ['chromium', 'chromium-browser', 'google-chrome'])
    try {
      return execFileSync('/bin/sh', ['-c', `command -v ${name}`], { encoding: 'utf8' }).trim();
    } catch {
      // The next name may be the one.
    }
  return null;
}

/** The path of the browser; null where the machine has none. */
export const CHROMIUM = process.env.CHROMIUM_PATH ?? programOnPath();

/** Without these the browser looks for updates and hosts of its maker, which takes seconds where no network is. */
const QUIET = ['--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'];

/** Files of one test process share its browser: a start costs as much as a short test. */
const SHARED = Symbol.for('call-analysis.chromium');
const holder = globalThis as { [SHARED]?: Promise<Browser> };

/** The browser of this test process. `close` ends all that the file has opened in it. */
export type OpenedBrowser = Pick<Browser, 'newContext' | 'newPage' | 'close'>;

export async function openBrowser(): Promise<OpenedBrowser> {
  if (!(await holder[SHARED])?.isConnected()) holder[SHARED] = launch();
  const browser = (await holder[SHARED]) as Browser;
  return {
    newContext: (options) => browser.newContext(options),
    newPage: (options) => browser.newPage(options),
    close: async () => {
      await Promise.all(browser.contexts().map((context) => context.close()));
    },
  };
}

function launch(): Promise<Browser> {
  if (CHROMIUM === null) throw new Error('No Chromium was found on PATH');
  return chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu', ...QUIET] });
}

/** Lines of a page's console and its uncaught errors, without the hints of the browser about forms ("verbose"). */
export function linesOf(page: Page): readonly string[] {
  const lines: string[] = [];
  page.on('console', (message) => {
    // A level of Chromium's that the driver's types do not know.
    if (String(message.type()) !== 'verbose') lines.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => lines.push(`uncaught: ${error.message}`));
  return lines;
}

/** Widths of a phone and of a desk, each in light and in dark. */
export const LOOKS = [390, 1440].flatMap((width) =>
  (['light', 'dark'] as const).map((colorScheme) => ({ width, colorScheme })),
);

export type Look = (typeof LOOKS)[number];

export async function wear(page: Page, { width, colorScheme }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 900 });
}

export async function expectNoSidewaysScroll(page: Page, where: string): Promise<void> {
  const excess = await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
  expect(excess, `${where}: pixels that the page is wider than its window`).toBeLessThanOrEqual(0);
}
