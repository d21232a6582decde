// Current location in the console, always taken from the URL: a reload, a copied link and the back button lead to the same view.
import { effect, signal } from '@preact/signals';
import { readAddress, writeAddress } from './address.js';
import { noteMode, withMode } from './mode.js';

/** URL of the console's folder, whatever comes before it: the script is in its folder `assets`. */
const APP = new URL(import.meta.url.replace(/assets\/[^/]*$/, ''));
/** URL of the service: one folder above the console. */
export const SERVICE_URL = new URL('../', APP).href.replace(/\/$/, '');

export const address = signal(readAddress(new URL(location.href), APP.pathname));

/** Value for `href`. */
export const to = (path: string, query: Readonly<Record<string, string | undefined>> = {}): string =>
  writeAddress(path, withMode(path, query), APP.pathname);

effect(() => noteMode(address.value.path, address.value.query));

interface How {
  /** True: the back button skips the current URL. */
  readonly replace?: boolean;
}

/**
 * Called before the person leaves the path, with a function that continues; the view that sets it shows the question. Null:
 * nothing would be lost. Closing the page is handled by the browser's own event.
 */
export const leaving = signal<((goOn: () => void) => void) | null>(null);

export function go(href: string, how: How = {}): void {
  const ask = leaving.value;
  const isAnother = readAddress(new URL(href, location.href), APP.pathname).path !== address.value.path;
  if (ask !== null && isAnother) ask(() => move(href, how));
  else move(href, how);
}

function move(href: string, { replace = false }: How): void {
  if (replace) history.replaceState(null, '', href);
  else history.pushState(null, '', href);
  const next = readAddress(new URL(location.href), APP.pathname);
  const isAnother = next.path !== address.value.path;
  address.value = next;
  if (isAnother) scrollTo(0, 0);
}

/** Handles ordinary links without loading a new page. Modifier keys, downloads and other sites are left to the browser. */
export function startRouter(): void {
  addEventListener('popstate', () => {
    const next = readAddress(new URL(location.href), APP.pathname);
    const ask = leaving.value;
    if (ask === null || next.path === address.value.path) {
      address.value = next;
      return;
    }
    // The browser has already moved: it is sent back, and continues once the person confirms.
    const { href } = location;
    history.pushState(null, '', to(address.value.path, address.value.query));
    ask(() => move(href, {}));
  });
  document.addEventListener('click', (event) => {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    )
      return;
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || link.target !== '' || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (!link.pathname.startsWith(APP.pathname) || link.getAttribute('href')?.startsWith('#')) return;
    event.preventDefault();
    go(link.href);
  });
}
