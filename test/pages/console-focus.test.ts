// What has the focus is seen: no bar of the page covers it wholly, at any height of the window (WCAG 2.4.11).

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Page } from '../../tools/playwright.mjs';
import { storeListenedCall } from '../support/builders/listened-call.js';
import { CHROMIUM } from './chromium.js';
import { GREETING, type OpenedDeciding, openDeciding } from './opened-deciding.js';

const MAX_TABS = 400;

/** Name of the element in focus, and whether any of nine of its points is seen; null where the focus has left the page. */
const FOCUSED = `(() => {
  const at = document.activeElement;
  if (at === null || at === document.body) return null;
  const { left, top, width, height } = at.getBoundingClientRect();
  const parts = [0.1, 0.5, 0.9];
  const points = parts.flatMap((x) => parts.map((y) => [left + width * x, top + height * y]));
  const isSeen = points.some(([x, y]) => at.contains(document.elementFromPoint(x, y)));
  const name = (at.getAttribute('aria-label') ?? at.textContent).trim().slice(0, 60);
  return { name: at.localName + ' ' + name, isSeen };
})()`;

interface Focused {
  readonly name: string;
  readonly isSeen: boolean;
}

describe.runIf(CHROMIUM !== null)('the focus on a call', () => {
  let on: OpenedDeciding;
  let page: Page;

  beforeAll(async () => {
    on = await openDeciding();
    page = on.page;
    const id = await storeListenedCall(on.opened.service, on.accountId);
    await on.show(id);
    await on.answer(GREETING, 'No');
    await page.getByRole('region', { name: 'Changes' }).waitFor();
  });
  afterAll(() => on?.opened.close());

  it.each([
    [1440, 700],
    [1440, 900],
    [390, 700],
  ])('is covered by no bar at %i × %i', async (width, height) => {
    await page.setViewportSize({ width, height });
    await page.locator('.skip').focus();
    for (const press of ['Tab', 'Shift+Tab']) {
      const covered: string[] = [];
      let count = 0;
      for (; count < MAX_TABS; count += 1) {
        await page.keyboard.press(press);
        const focused = await page.evaluate<Focused | null>(FOCUSED);
        if (focused === null) break;
        if (!focused.isSeen) covered.push(focused.name);
      }
      expect(count, 'elements that take the focus').toBeGreaterThan(30);
      expect(covered, `covered on the way by ${press}`).toEqual([]);
    }
  });
});
