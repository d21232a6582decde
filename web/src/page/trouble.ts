// State of the connection that the person must know. Every response of the service updates it.
import { signal } from '@preact/signals';
import type { ObservedAnswer } from '../../../clients/typescript/src/browser.js';

/** Message in the bar at the top; null while everything works. */
export type Trouble =
  | { readonly kind: 'offline' }
  /** The service asked to wait until this time on the browser's clock. */
  | { readonly kind: 'waiting'; readonly until: number };

export const trouble = signal<Trouble | null>(null);

/** Count of requests that were refused for a missing right: what the page knows of the person may be out of date. */
export const refusals = signal(0);

export function observe({ status, headers }: Pick<ObservedAnswer, 'status' | 'headers'>): void {
  if (status === 429) {
    const seconds = Number(headers['retry-after'] ?? 1);
    trouble.value = { kind: 'waiting', until: Date.now() + seconds * 1000 };
  } else if (trouble.value !== null) trouble.value = null;
  if (status === 403) refusals.value += 1;
}
