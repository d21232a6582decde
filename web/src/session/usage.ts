// The minutes as they were last read, by whichever part of the page.
import { signal } from '@preact/signals';
import type { UsageSummary } from '../../../clients/typescript/src/browser.js';

export const latestUsage = signal<UsageSummary | null>(null);
