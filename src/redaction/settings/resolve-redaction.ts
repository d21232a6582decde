// What is masked in one call: the settings of its account, and what was asked for it beside them. Pure.
import { badRequest } from '../../platform/errors/api-error.js';
import { REDACTION_TYPES, type RedactionType, type WantedRedaction } from '../../ports/redaction.js';
import { type AccountRedaction, PRESET_TYPES, type RedactionPreset } from './account-redaction.js';

/** Redaction that is asked for one call, or for a job over stored calls. */
export type AskedRedaction = 'off' | RedactionPreset | readonly RedactionType[];

/**
 * The types of the account and the asked ones together. How they are masked is the account's own matter, with two exceptions: a
 * preset is masked in the sound, too, and an account that is off has set countries, replacement and sound alone.
 * @param asked null: nothing beside the settings
 * @returns null where nothing is to be masked
 */
export function resolveRedaction(settings: AccountRedaction, asked: AskedRedaction | null): WantedRedaction | null {
  const { mode, countries, replacement, audio } = settings;
  const wanted = new Set([...(mode === 'off' ? [] : settings.types), ...typesOf(asked)]);
  const types = REDACTION_TYPES.filter((type) => wanted.has(type));
  const common = { types, countries, replacement, audio };
  const custom = mode === 'off' ? [] : settings.custom;
  if (types.length + custom.length === 0) return null;
  if (mode === 'text_and_audio') return { ...common, custom, mode, original: settings.original_recording };
  const isPreset = typeof asked === 'string' && asked !== 'off';
  // A preset says that a card can be heard no more.
  if (mode === 'text' && !isPreset) return { ...common, custom, mode, original: 'keep' };
  return { ...common, custom, mode: 'text_and_audio', original: isPreset ? 'delete' : 'keep' };
}

/**
 * A call may have more masked than its account requires, not less.
 * @returns the first type of the account that the asked ones leave out, or the key of its first custom type; null where none
 */
export function leftOut({ mode, types, custom }: AccountRedaction, asked: AskedRedaction | null): string | null {
  if (mode === 'off' || asked === null) return null;
  const named = typesOf(asked);
  const missing = REDACTION_TYPES.find((type) => types.includes(type) && !named.includes(type));
  // Custom types cannot be named for a call: they are masked with whatever is.
  return missing ?? (asked === 'off' ? (custom[0]?.key ?? null) : null);
}

/** @param type as {@link leftOut} gives it */
export const redactionRequired = (type: string) => badRequest(`The account requires redaction of ${type}`);

function typesOf(asked: AskedRedaction | null): readonly RedactionType[] {
  if (asked === null || asked === 'off') return [];
  return typeof asked === 'string' ? PRESET_TYPES[asked] : asked;
}
