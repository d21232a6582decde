// Redaction settings, in the form and in the API.
import type {
  RedactionCountry,
  RedactionPreset,
  RedactionSettings,
  RedactionType,
  SettingsUpdateRedactionParams,
} from '../../../../../clients/typescript/src/browser.js';

/** Types in the order of the form; true where the preset of payment cards has the type. The compiler refuses a missing one. */
const IS_OF_CARDS: Readonly<Record<RedactionType, boolean>> = {
  card_number: true,
  card_security_code: true,
  card_expiry: true,
  password_or_pin: true,
  bank_account: false,
  national_id: false,
  health_id: false,
  date_of_birth: false,
  phone_number: false,
  email: false,
  person_name: false,
  postal_address: false,
};
const ALL_COUNTRIES: Readonly<Record<RedactionCountry, true>> = { US: true, GB: true, DE: true };

export const TYPES = Object.keys(IS_OF_CARDS) as readonly RedactionType[];
export const COUNTRIES = Object.keys(ALL_COUNTRIES) as readonly RedactionCountry[];

const TYPES_OF: Readonly<Record<RedactionPreset, readonly RedactionType[]>> = {
  pci: TYPES.filter((type) => IS_OF_CARDS[type]),
  pii: TYPES,
};

/** Limit of the API. */
export const MAX_CUSTOM = 20;

export interface CustomDraft {
  readonly key: string;
  readonly label: string;
  /** One pattern per line. */
  readonly patterns: string;
}

export interface Draft {
  readonly mode: 'off' | 'text' | 'text_and_audio';
  readonly types: readonly RedactionType[];
  readonly countries: readonly RedactionCountry[];
  readonly replacement: 'label' | 'mask';
  readonly audio: 'tone' | 'silence';
  readonly original: 'delete' | 'keep';
  readonly custom: readonly CustomDraft[];
}

export function draftOf(settings: RedactionSettings): Draft {
  return {
    mode: settings.mode,
    types: TYPES.filter((type) => settings.types.includes(type)),
    countries: COUNTRIES.filter((country) => settings.countries.includes(country)),
    replacement: settings.replacement,
    audio: settings.audio,
    original: settings.original_recording,
    custom: settings.custom.map(({ key, label, patterns }) => ({ key, label, patterns: patterns.join('\n') })),
  };
}

export function paramsOf({ mode, types, countries, replacement, audio, original, custom }: Draft) {
  return {
    mode,
    types: [...types],
    countries: [...countries],
    replacement,
    audio,
    // The form offers this choice only together with the sound.
    original_recording: mode === 'text_and_audio' ? original : 'keep',
    custom: custom.map(({ key, label, patterns }) => ({
      key: key.trim(),
      label: label.trim(),
      patterns: patterns
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
    })),
  } satisfies SettingsUpdateRedactionParams;
}

/** Applies a preset. Countries, replacement and custom types stay unchanged. */
export function withPreset(draft: Draft, preset: 'off' | RedactionPreset): Draft {
  if (preset === 'off') return { ...draft, mode: 'off', types: [], original: 'keep' };
  return { ...draft, mode: 'text_and_audio', types: TYPES_OF[preset], original: 'delete' };
}
