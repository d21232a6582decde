// What is masked together, by one word.
import type { RedactionPreset } from '../../../clients/typescript/src/browser.js';

/** The compiler refuses a preset of the service that is missing here. */
const ALL: Readonly<Record<RedactionPreset, true>> = { pci: true, pii: true };

export const MASK_PRESETS = Object.keys(ALL) as readonly RedactionPreset[];
