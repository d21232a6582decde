// The headers that answers carry, as the OpenAPI document names them.

export const HEADERS = {
  XRequestId: {
    description: 'The id of this request: yours if you sent a sane one, else a new one.',
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
  WWWAuthenticate: { description: 'How to authenticate.', schema: { type: 'string' }, example: 'Bearer' },
  ContentRange: {
    description: 'Which bytes these are, or how many there are.',
    schema: { type: 'string' },
    example: 'bytes 0-1023/1478400',
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
