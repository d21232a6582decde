// What a person sets of masking, as the form holds it and as the service takes it.
import type {
  RedactionSettings,
  SettingsUpdateRedactionParams,
} from '../../../../../clients/typescript/src/browser.js';

export const TYPES = [
  'card_number',
  'card_security_code',
  'card_expiry',
  'password_or_pin',
  'bank_account',
  'national_id',
  'health_id',
  'date_of_birth',
  'phone_number',
  'email',
  'person_name',
  'postal_address',
] as const;
/** Payment cards and what opens an account. */
export const PCI: readonly Type[] = ['card_number', 'card_security_code', 'card_expiry', 'password_or_pin'];
export const COUNTRIES = ['US', 'GB', 'DE'] as const;
export type Type = (typeof TYPES)[number];
export type Country = (typeof COUNTRIES)[number];

/** The service takes as many. */
export const MAX_CUSTOM = 20;

export interface CustomDraft {
  readonly key: string;
  readonly label: string;
  /** One a line. */
  readonly patterns: string;
}

export interface Draft {
  readonly mode: 'off' | 'text' | 'text_and_audio';
  readonly types: readonly Type[];
  readonly countries: readonly Country[];
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
    // The form offers it with the sound alone.
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

export const PRESETS = ['off', 'pci', 'pii'] as const;

/** What the person set of countries, replacement and own types stays. */
export function withPreset(draft: Draft, preset: (typeof PRESETS)[number]): Draft {
  if (preset === 'off') return { ...draft, mode: 'off', types: [], original: 'keep' };
  return { ...draft, mode: 'text_and_audio', types: preset === 'pci' ? PCI : TYPES, original: 'delete' };
}
