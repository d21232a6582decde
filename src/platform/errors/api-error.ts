// The errors that a request can be answered with: one class, and each sentence once.

/** One failing input, shaped as FastAPI and Pydantic v2 shape it. */
export interface ValidationItem {
  readonly type: ValidationType;
  /** `body`, `query`, `path` or `header`, then the path to the field. */
  readonly loc: readonly string[];
  readonly msg: string;
  /** The refused value; left out when it may hold a secret. */
  readonly input?: unknown;
}

export type ValidationType =
  | 'missing'
  | 'extra_forbidden'
  | 'string_type'
  | 'string_too_short'
  | 'string_too_long'
  | 'string_pattern_mismatch'
  | 'int_parsing'
  | 'int_type'
  | 'float_parsing'
  | 'bool_parsing'
  | 'greater_than_equal'
  | 'less_than_equal'
  | 'enum'
  | 'uuid_parsing'
  | 'url_parsing'
  | 'datetime_parsing'
  | 'timezone_aware'
  | 'value_error'
  | 'dict_type'
  | 'list_type'
  | 'json_invalid'
  | 'content_type'
  | 'idempotency_key_reuse';

export type ErrorDetail = string | readonly ValidationItem[];

/** Any code that runs in a request may throw it. The error filter answers it with `{"detail": …}`, and nothing else. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    readonly detail: ErrorDetail,
    /** Extra response headers, e.g. `Retry-After`. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(typeof detail === 'string' ? detail : 'Validation failed');
  }
}

/** Its status faults the request, and yet the same request may succeed later: no Idempotency-Key keeps it. */
export class PassingError extends ApiError {}

export const badRequest = (detail: string) => new ApiError(400, detail);
/** A percent sign without two digits behind it, or bytes that are not UTF-8. */
export const pathNotValid = () => badRequest('The request path is not valid');
export const notUnderstood = () => badRequest('The request could not be understood');
/** @param challenge for the `WWW-Authenticate` header */
export const unauthorized = (detail = 'Invalid authentication credentials', challenge = 'Bearer') =>
  new ApiError(401, detail, { 'WWW-Authenticate': challenge });
export const paymentRequired = (detail: string) => new ApiError(402, detail);
export const forbidden = (detail: string) => new ApiError(403, detail);
export const tokenRequired = () => forbidden('This action requires a user access token');
export const roleRequired = (role: string) => forbidden(`This action requires the role ${role}`);
export const scopeMissing = (scope: string) => forbidden(`API key lacks the scope ${scope}`);
/** Also for a link that was ended, or whose call is deleted: nothing tells them apart. */
export const invalidLink = () => forbidden('The link is invalid or has expired');
/** A right that members have one by one. */
export const closedToUnnamed = () => forbidden('Original recordings are open to members who are named for them');
export const closedToLinks = () => forbidden('A review link opens one call and nothing else');
export const linkOfAnother = () => forbidden('This link was made for another reviewer');
export const linkAllowsNo = (acts: 'reviews' | 'corrections' | 'ratings' | 'acknowledgements' | 'disputes') =>
  forbidden(`This link does not allow ${acts}`);
/** @param what the name of the resource, with a capital letter, e.g. `Analysis`, `API key` */
export const notFound = (what: string) => new ApiError(404, `${what} not found`);
export const conflict = (detail: string) => new ApiError(409, detail);
export const invalid = (items: readonly ValidationItem[]) => new ApiError(422, items);
export const tooManyRequests = (retryAfterSeconds: number) =>
  new ApiError(429, `Rate limit exceeded. Try again in ${retryAfterSeconds} seconds.`, {
    'Retry-After': String(retryAfterSeconds),
  });
export const unexpected = () => new ApiError(500, 'An unexpected error occurred');
export const unavailable = (retryAfterSeconds: number) =>
  new ApiError(503, 'The service is temporarily unavailable. Try again shortly.', {
    'Retry-After': String(retryAfterSeconds),
  });
