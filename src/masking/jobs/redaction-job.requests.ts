import { CompletedCallsFilter, WHICH_CALLS } from '../../calls/listing/completed-calls.requests.js';
import { valueError } from '../../platform/errors/validation-messages.js';
import type { Problem } from '../../platform/http/validation/field-rules.js';
import { Flag, HttpUrl, Nested, OneOf, SomeOf, Whole } from '../../platform/http/validation/fields.js';
import { ObjectWith, objectRulesOf } from '../../platform/http/validation/object-rules.js';
import { REDACTION_TYPES, type RedactionType } from '../../ports/redaction.js';
import { REDACTION_PRESETS, type RedactionPreset } from '../../redaction/settings/account-redaction.js';
import { REDACTION_EVENTS } from '../../wire/redaction-job.response.js';

@ObjectWith(objectRulesOf(CompletedCallsFilter))
export class RedactionFilter extends CompletedCallsFilter {}

/** A member may be missing, or of a wrong type. */
function findFaults({ preset, types }: Readonly<Record<string, unknown>>): Problem[] {
  if ((preset ?? null) === null || (types ?? null) === null) return [];
  return [{ type: 'value_error', path: ['types'], msg: valueError('a preset stands in place of types') }];
}

@ObjectWith({ findFaults, alternatives: [{ has: ['preset'], lacks: ['types'] }, { lacks: ['preset'] }] })
export class CreateRedactionRequest {
  @OneOf(REDACTION_PRESETS, {
    description:
      'Additional masking: `pci` for the three card types and `password_or_pin`, `pii` for all types. Either ' +
      '`preset` or `types`; with neither, the account’s settings.',
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

  @Nested(RedactionFilter, WHICH_CALLS)
  filter?: RedactionFilter | null;

  @Flag({
    description: '`true` only counts the calls that the job would process: nothing is masked or stored.',
    default: false,
    example: false,
  })
  dry_run: boolean;

  @HttpUrl({
    description: 'URL that receives the notification when the job completes.',
    example: 'https://example.com/hooks/calls',
    optional: true,
  })
  webhook_url?: string | null;

  @SomeOf(REDACTION_EVENTS, {
    description: 'Events to be notified of. Calls that request `analysis.redacted` are notified in addition.',
    example: ['redaction.completed'],
    default: ['redaction.completed'],
  })
  webhook_events: string[];
}

export class RedactionPageRequest {
  @Whole({ min: 0, default: 0, description: 'Number of items to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'Maximum number of items.', example: 20 })
  limit: number;
}
