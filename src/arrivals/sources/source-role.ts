// Roles of AWS by which the service reaches buckets. The service makes the external id, so that no account can name that of
// another one, and refuses a role that does not ask for it.
import { invalid } from '../../platform/errors/api-error.js';
import { valueError } from '../../platform/errors/validation-messages.js';
import type { Buckets } from '../../ports/buckets.js';
import type { SourceFields } from './source.js';
import { roleIsOpen } from './source-errors.js';

interface Role {
  readonly role_arn: string;
  readonly external_id?: string | null;
}

export function roleOf(credentials: Readonly<Record<string, unknown>> | null): Role | null {
  if (typeof credentials?.role_arn !== 'string') return null;
  const { role_arn, external_id } = credentials;
  return { role_arn, ...(typeof external_id === 'string' && { external_id }) };
}

/** @throws ApiError 400 for a role that any account could use */
export async function refuseOpenRole(
  buckets: Buckets,
  accountId: string,
  credentials: Readonly<Record<string, unknown>> | null,
): Promise<void> {
  const role = roleOf(credentials);
  if (role !== null && (await buckets.isOpenToAll(role.role_arn, accountId))) throw roleIsOpen();
}

/**
 * Gives the external id to the credentials of a role, and tells it with the settings.
 * @param before external id of the source until now; null for none
 * @throws ApiError 422 for an external id that the client has chosen, but for one of an earlier build
 */
export function withExternalId(fields: SourceFields, accountId: string, before: string | null): SourceFields {
  const role = roleOf(fields.credentials);
  if (fields.credentials === null || role === null) return fields;
  const { role_arn, external_id: given } = role;
  if (given && given !== before)
    throw invalid([
      {
        type: 'value_error',
        loc: ['body', 'credentials', 'external_id'],
        msg: valueError('the service makes it, and tells it with the source'),
      },
    ]);
  const external_id = given ?? `ca-${accountId}`;
  return { ...fields, settings: { ...fields.settings, external_id }, credentials: { role_arn, external_id } };
}
