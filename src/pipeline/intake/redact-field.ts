// The field `redact` of a submission: what is masked in this call beside what the account has masked in all of them.
import { MESSAGES, oneOf, valueError } from '../../platform/errors/validation-messages.js';
import { defineField, type FieldOptions } from '../../platform/http/validation/define-field.js';
import { accept, type Problem, type ReadResult, reject } from '../../platform/http/validation/field-rules.js';
import { separatedList } from '../../platform/http/validation/separated-list.js';
import { REDACTION_TYPES, type RedactionType } from '../../ports/redaction.js';
import { REDACTION_PRESETS } from '../../redaction/settings/account-redaction.js';

const ALONE = ['off', ...REDACTION_PRESETS] as const;
const CHOICES: readonly string[] = [...ALONE, ...REDACTION_TYPES];
/** Each wrong value adds an item to the response. */
const MAX_GIVEN = 100;

/** The handler receives an `AskedRedaction`. */
export const Redact = (options: FieldOptions) =>
  defineField(
    options,
    { type: 'array', items: { type: 'string', enum: [...CHOICES] }, minItems: 1, uniqueItems: true },
    readRedact,
  );

/** A list, or text: one value, values with commas, or a JSON array. */
function readRedact(given: unknown): ReadResult {
  const list: unknown = typeof given === 'string' ? separatedList(given) : given;
  if (!Array.isArray(list)) return reject('list_type', MESSAGES.list_type);
  if (list.length > MAX_GIVEN) return reject('value_error', valueError(`at most ${MAX_GIVEN} are taken`));
  if (list.length < 1) return reject('value_error', valueError('at least 1 must be given'));
  const problems = list.flatMap((value: unknown, index): Problem[] => {
    if (typeof value === 'string' && CHOICES.includes(value)) return [];
    return [{ type: 'enum', msg: oneOf(CHOICES), ...(value !== given && { path: [String(index)] }) }];
  });
  if (problems.length > 0) return { ok: false, problems };
  const alone = ALONE.find((choice) => list.includes(choice));
  if (alone === undefined) return accept(REDACTION_TYPES.filter((type: RedactionType) => list.includes(type)));
  return list.every((value) => value === alone)
    ? accept(alone)
    : reject('value_error', valueError(`${alone} must stand alone`));
}
