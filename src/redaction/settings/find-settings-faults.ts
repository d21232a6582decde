// Finds faults in the settings that involve several members. The settings are checked as the client sent them, because all faults
// are reported at once: a member may be missing or of a wrong type, which the request classes report.
import { valueError } from '../../platform/errors/validation-messages.js';
import type { Problem } from '../../platform/http/validation/field-rules.js';
import { isRecord } from '../../platform/http/validation/read-input.js';
import { REDACTION_TYPES } from '../../ports/redaction.js';

/** Patterns of all custom types together. */
export const MAX_PATTERNS = 50;

type Members = Readonly<Record<string, unknown>>;

export function findSettingsFaults(input: Members): readonly Problem[] {
  const given = (name: string) => input[name] !== undefined && input[name] !== null;
  const others = Object.keys(input).filter((name) => name !== 'preset' && given(name));
  if (given('preset'))
    return others.length === 0 ? [] : [fault(['preset'], 'a preset stands in place of all other members')];
  const { types, custom, original_recording: original } = input;
  const mode = input.mode ?? 'off';
  const faults: Problem[] = [];
  if ((mode === 'text' || mode === 'text_and_audio') && isEmpty(types) && isEmpty(custom))
    faults.push(fault(['types'], 'nothing would be masked: give a type or a custom one'));
  if (original === 'delete' && (mode === 'off' || mode === 'text'))
    faults.push(fault(['original_recording'], 'delete needs the mode text_and_audio'));
  return faults;
}

/** Reports too many patterns. Nothing else of the custom types is then checked. */
export function findPatternExcess(custom: readonly unknown[]): readonly Problem[] {
  const count = custom.reduce<number>((sum, type) => sum + patternsOf(type).length, 0);
  return count > MAX_PATTERNS ? [fault([], `at most ${MAX_PATTERNS} patterns are taken in all`)] : [];
}

export function findCustomFaults(custom: readonly unknown[]): readonly Problem[] {
  const seen = new Set<unknown>(REDACTION_TYPES);
  return custom.flatMap((type, index) => {
    const key = isRecord(type) ? type.key : null;
    if (typeof key !== 'string') return [];
    if (!seen.has(key)) {
      seen.add(key);
      return [];
    }
    const isType = REDACTION_TYPES.some((name) => name === key);
    return [fault([String(index), 'key'], isType ? 'a type has this name' : 'another custom type has this key')];
  });
}

function patternsOf(type: unknown): readonly unknown[] {
  const patterns = isRecord(type) ? type.patterns : null;
  return Array.isArray(patterns) ? patterns : [];
}

const isEmpty = (list: unknown) => list === undefined || list === null || (Array.isArray(list) && list.length === 0);

const fault = (path: readonly string[], reason: string): Problem => ({
  type: 'value_error',
  msg: valueError(reason),
  path,
});
