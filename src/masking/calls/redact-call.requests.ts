// What a client wants masked in a stored call.
import { invalid } from '../../platform/errors/api-error.js';
import { valueError } from '../../platform/errors/validation-messages.js';
import { OneOf, SomeOf } from '../../platform/http/validation/fields.js';
import { REDACTION_TYPES, type RedactionType } from '../../ports/redaction.js';
import { REDACTION_PRESETS, type RedactionPreset } from '../../redaction/settings/account-redaction.js';
import type { AskedRedaction } from '../../redaction/settings/resolve-redaction.js';

export class RedactAnalysisRequest {
  @OneOf(REDACTION_PRESETS, {
    description:
      'Additional masking: `pci` for the three card types and `password_or_pin`, `pii` for all types. Either ' +
      '`preset` or `types`; with neither, the account’s settings, or `pci` if nothing is masked there.',
    example: 'pci',
    optional: true,
  })
  preset?: RedactionPreset | null;

  @SomeOf(REDACTION_TYPES, {
    description: 'Additional masking.',
    example: ['card_number', 'card_security_code'],
    optional: true,
  })
  types?: RedactionType[] | null;
}

/** @returns null where neither is given @throws ApiError 422 for both */
export function askedFor({ preset, types }: RedactAnalysisRequest): AskedRedaction | null {
  if (preset && types) {
    const msg = valueError('give a preset or types');
    throw invalid([{ type: 'value_error', loc: ['body', 'preset'], msg, input: preset }]);
  }
  return preset ?? types ?? null;
}
