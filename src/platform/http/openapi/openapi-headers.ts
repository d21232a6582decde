// The headers of responses, and the parameters that many operations share, as the OpenAPI document holds them.

export const HEADERS = {
  XRequestId: {
    description: 'Id of this request: yours if you sent a valid one, else a new one.',
    schema: { type: 'string' },
    example: '5f0c8a1e-3b7d-4a53-9d0f-6f0f3f6f0b52',
  },
  XRateLimitLimit: { description: 'Requests allowed in the window.', schema: { type: 'integer' }, example: 100 },
  XRateLimitRemaining: { description: 'Requests left in the window.', schema: { type: 'integer' }, example: 99 },
  XRateLimitReset: {
    description: 'When the window resets, as a Unix time in seconds.',
    schema: { type: 'integer' },
    example: 1790000060,
  },
  RetryAfter: { description: 'Seconds to wait.', schema: { type: 'integer' }, example: 17 },
  TusVersion: { description: 'Version of tus.', schema: { type: 'string' }, example: '1.0.0' },
  AcceptPatch: {
    description: 'The content type that the bytes must have.',
    schema: { type: 'string' },
    example: 'application/offset+octet-stream',
  },
  WWWAuthenticate: { description: 'How to authenticate.', schema: { type: 'string' }, example: 'Bearer' },
  XIgnoredFields: {
    description:
      'Present if the body has unknown members, which were ignored: their names, percent-encoded and separated ' +
      'by commas, at most 20.',
    schema: { type: 'string' },
    example: 'agentId, webhookUrl',
  },
  ContentRange: {
    description: 'Range of the returned bytes, or their total number.',
    schema: { type: 'string' },
    example: 'bytes 0-1023/1478400',
  },
  IdempotentReplayed: {
    description: 'Present if this is the stored response to an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
};

export const PARAMETERS = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header' as const,
    required: false,
    description:
      // No example: Swagger UI would send it with every request, and all requests but the first would be replays.
      'A unique value that you choose, such as a UUID. For 24 hours a POST with the same key and body, in the ' +
      'same mode, returns the first response and does nothing. Responses 401, 402, 403, 429 and 5xx are not ' +
      'stored.',
    schema: { type: 'string' as const, minLength: 1, maxLength: 255 },
  },
};

type HeaderName = keyof typeof HEADERS;

const named = (name: HeaderName) => ({ $ref: `#/components/headers/${name}` });

export const REQUEST_ID_HEADER = { 'X-Request-Id': named('XRequestId') };

export const RATE_LIMIT_HEADERS = {
  'X-RateLimit-Limit': named('XRateLimitLimit'),
  'X-RateLimit-Remaining': named('XRateLimitRemaining'),
  'X-RateLimit-Reset': named('XRateLimitReset'),
};

export const IGNORED_FIELDS_HEADER = { 'X-Ignored-Fields': named('XIgnoredFields') };

export const REPLAYED_HEADER = { 'Idempotent-Replayed': named('IdempotentReplayed') };
