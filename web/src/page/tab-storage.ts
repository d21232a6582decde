// What a tab keeps over a reload, as JSON. Where the browser keeps nothing, it lasts as long as the page.

/** @returns null for what was not kept, or cannot be read */
export function readKept<T>(name: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? 'null') as T | null;
  } catch {
    return null;
  }
}

/** @param value null forgets it */
export function keepInTab(name: string, value: unknown): void {
  try {
    if (value === null) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden.
  }
}
