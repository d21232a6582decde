// What a person chose for this browser: the language and the look.
import { effect, signal } from '@preact/signals';

export type Language = 'en' | 'de';
export type Theme = 'system' | 'light' | 'dark';

export const language = signal<Language>(kept('console-language', ['en', 'de']) ?? languageOfBrowser());
export const theme = signal<Theme>(kept('console-theme', ['system', 'light', 'dark']) ?? 'system');

export function kept<Value extends string>(name: string, values: readonly Value[]): Value | null {
  try {
    return values.find((value) => value === localStorage.getItem(name)) ?? null;
  } catch {
    // A browser may forbid storage.
    return null;
  }
}

export function keep(name: string, value: string): void {
  try {
    localStorage.setItem(name, value);
  } catch {
    // The choice then lasts as long as the page.
  }
}

function languageOfBrowser(): Language {
  return navigator.language.toLowerCase().startsWith('de') ? 'de' : 'en';
}

/** The browser's own variant of the chosen language: en-GB and en-US write dates and hours otherwise. */
export const locale = (): string =>
  navigator.languages.find((one) => one.toLowerCase().startsWith(language.value)) ?? language.value;

export function startPreferences(): void {
  effect(() => {
    document.documentElement.lang = language.value;
    keep('console-language', language.value);
  });
  effect(() => {
    document.documentElement.dataset.theme = theme.value;
    keep('console-theme', theme.value);
  });
}
