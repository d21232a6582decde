// The pattern of names that a team uses is the same tomorrow.
import { keep } from '../page/preferences.js';
import { DEFAULT_PATTERN, MAX_PATTERN } from './name-pattern.js';

const NAME = 'console-name-pattern';

export function keptPattern(): string {
  try {
    return localStorage.getItem(NAME)?.slice(0, MAX_PATTERN) ?? DEFAULT_PATTERN;
  } catch {
    // A browser may forbid storage.
    return DEFAULT_PATTERN;
  }
}

export const keepPattern = (pattern: string): void => keep(NAME, pattern);
