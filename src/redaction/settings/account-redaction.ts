// What an account has masked in its calls: the members of its settings, as clients see them and as the table keeps them.
import {
  type CustomType,
  REDACTION_COUNTRIES,
  REDACTION_TYPES,
  type RedactionCountry,
  type RedactionType,
  TYPE_ROWS,
  type WantedRedaction,
} from '../../ports/redaction.js';

export const REDACTION_MODES = ['off', 'text', 'text_and_audio'] as const;
export type RedactionMode = (typeof REDACTION_MODES)[number];

export interface AccountRedaction {
  readonly mode: RedactionMode;
  readonly types: readonly RedactionType[];
  readonly countries: readonly RedactionCountry[];
  readonly custom: readonly CustomType[];
  readonly replacement: WantedRedaction['replacement'];
  readonly audio: WantedRedaction['audio'];
  readonly original_recording: WantedRedaction['original'];
}

/** Settings of an account that has set nothing. */
export const NOTHING_SET: AccountRedaction = {
  mode: 'off',
  types: [],
  countries: REDACTION_COUNTRIES,
  custom: [],
  replacement: 'label',
  audio: 'tone',
  original_recording: 'keep',
};

export const REDACTION_PRESETS = ['pci', 'pii'] as const;
export type RedactionPreset = (typeof REDACTION_PRESETS)[number];

/** Types of each preset. `pci`: what PCI DSS 3.3.1 forbids to keep, and what opens an account. `pii`: all that is known. */
export const PRESET_TYPES: Readonly<Record<RedactionPreset, readonly RedactionType[]>> = {
  pci: REDACTION_TYPES.filter((type) => TYPE_ROWS[type].isPci),
  pii: REDACTION_TYPES,
};

/** The settings that a preset stands for. */
export const presetSettings = (preset: RedactionPreset): AccountRedaction => ({
  ...NOTHING_SET,
  mode: 'text_and_audio',
  types: PRESET_TYPES[preset],
  original_recording: 'delete',
});
