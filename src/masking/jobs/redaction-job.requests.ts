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
      'What is masked, beside what the account masks: `pci` the three types of cards and `password_or_pin`, `pii` all types. One ' +
      'of `preset` and `types`; neither: what the account masks.',
    example: 'pci',
    optional: true,
  })
  preset?: RedactionPreset | null;

  @SomeOf(REDACTION_TYPES, {
    description: 'What is masked, beside what the account masks.',
    example: ['card_number', 'card_security_code'],
    optional: true,
  })
  types?: RedactionType[] | null;

  @Nested(RedactionFilter, WHICH_CALLS)
  filter?: RedactionFilter | null;

  @Flag({
    description: '`true` only tells how many calls the job would go through: nothing is masked or stored.',
    default: false,
    example: false,
  })
  dry_run: boolean;

  @HttpUrl({
    description: 'Where the notification goes when the job completes.',
    example: 'https://example.com/hooks/calls',
    optional: true,
  })
  webhook_url?: string | null;

  @SomeOf(REDACTION_EVENTS, {
    description: 'Events to be notified of. Calls that ask for `analysis.redacted` are told of besides.',
    example: ['redaction.completed'],
    default: ['redaction.completed'],
  })
  webhook_events: string[];
}

export class RedactionPageRequest {
  @Whole({ min: 0, default: 0, description: 'How many to skip.', example: 0 })
  skip: number;

  @Whole({ min: 1, max: 100, default: 20, description: 'How many to give.', example: 20 })
  limit: number;
}
