// Combines the redaction of one call from the settings of its account and the request. Pure.
import { badRequest } from '../../platform/errors/api-error.js';
import { REDACTION_TYPES, type RedactionType, type WantedRedaction } from '../../ports/redaction.js';
import { type AccountRedaction, PRESET_TYPES, type RedactionPreset } from './account-redaction.js';

/** Redaction that is asked for one call, or for a job over stored calls. */
export type AskedRedaction = 'off' | RedactionPreset | readonly RedactionType[];

/**
 * Combines the account's types with the requested ones. The account's settings decide how they are masked, with two exceptions: a
 * preset also masks the audio, and of an account with mode `off` only countries, replacement and audio apply.
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
  // A preset promises that a card cannot be heard any more.
  if (mode === 'text' && !isPreset) return { ...common, custom, mode, original: 'keep' };
  return { ...common, custom, mode: 'text_and_audio', original: isPreset ? 'delete' : 'keep' };
}

/**
 * A call may mask more than its account requires, not less.
 * @returns the first type of the account that is not requested, or the key of its first custom type; null where all are
 */
export function leftOut({ mode, types, custom }: AccountRedaction, asked: AskedRedaction | null): string | null {
  if (mode === 'off' || asked === null) return null;
  const named = typesOf(asked);
  const missing = REDACTION_TYPES.find((type) => types.includes(type) && !named.includes(type));
  // Custom types cannot be named for a call: they are masked with any requested type.
  return missing ?? (asked === 'off' ? (custom[0]?.key ?? null) : null);
}

/** @param type result of {@link leftOut} */
export const redactionRequired = (type: string) => badRequest(`The account requires redaction of ${type}`);

function typesOf(asked: AskedRedaction | null): readonly RedactionType[] {
  if (asked === null || asked === 'off') return [];
  return typeof asked === 'string' ? PRESET_TYPES[asked] : asked;
}
