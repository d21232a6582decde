// A person without a mouse.
import type { Page } from '../../tools/playwright.mjs';

const MAX_STEPS = 80;

const FOCUSED = `(() => {
  const at = document.activeElement;
  const label = at?.labels?.[0]?.innerText ?? '';
  return (at?.getAttribute('aria-label') ?? (label || at?.innerText || '')).trim();
})()`;

/** What has the focus, by its name. */
export const focused = (page: Page): Promise<string> => page.evaluate<string>(FOCUSED);

/** Presses Tab until what is called so has the focus. */
export async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const seen: string[] = [];
  for (let step = 0; step < MAX_STEPS; step += 1) {
    await page.keyboard.press('Tab');
    const now = await focused(page);
    if (typeof name === 'string' ? now === name : name.test(now)) return;
    seen.push(now);
  }
  throw new Error(`The keyboard does not reach ${name}, but: ${seen.join(' | ')}`);
}

export async function pressAt(page: Page, name: string | RegExp, key = 'Enter'): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press(key);
}
