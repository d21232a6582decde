// Where the person is. The address is the truth: a reload, a copied link and the back button lead to the same view.
import { signal } from '@preact/signals';
import { readAddress, writeAddress } from './address.js';

/** The folder of the console, whatever stands before it: the script lies in its folder `assets`. */
const APP = new URL(import.meta.url.replace(/assets\/[^/]*$/, ''));
/** Where the service is: one folder up. */
export const SERVICE_URL = new URL('../', APP).href.replace(/\/$/, '');

export const address = signal(readAddress(new URL(location.href), APP.pathname));

/** An address for `href`. */
export const to = (path: string, query: Readonly<Record<string, string | undefined>> = {}): string =>
  writeAddress(path, query, APP.pathname);

interface How {
  /** The back button then leads past the present address. */
  readonly replace?: boolean;
}

/**
 * Asked before the person leaves the path, with the way to go on; what sets it shows the question. Null: nothing is lost.
 * Closing the page is the browser's own event.
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

/** Ordinary links lead through the console without a new page. Modifier keys, downloads and other sites stay the browser's. */
export function startRouter(): void {
  addEventListener('popstate', () => {
    const next = readAddress(new URL(location.href), APP.pathname);
    const ask = leaving.value;
    if (ask === null || next.path === address.value.path) {
      address.value = next;
      return;
    }
    // The browser is there already: it is sent to where the person still is, and on once that is wanted.
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
