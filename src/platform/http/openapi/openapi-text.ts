// The introduction of the OpenAPI document.

export const TITLE = 'Call Analysis';

export const DESCRIPTION = `
Send a recorded call and get back a transcript with speakers, compliance and quality findings with quotations as evidence, and coaching for the agent.

## From a call to its results

1. **Register** with \`POST /auth/register\`, open the link in the mail, and **log in** with \`POST /auth/login\`. The access token lasts 30 minutes; \`POST /auth/refresh\` gives a new one.
2. **Create an API key** with \`POST /api-keys/\`. It is shown once and does not expire.
3. **Submit** a recording with \`POST /analysis/\`, as a file of up to 500 MB or as a URL to fetch. The answer, 201, comes at once with \`status: processing\`.
4. **Get the results** from \`GET /analysis/{id}\` once its status is \`completed\`, or have them sent to a webhook.

Credentials go in \`Authorization: Bearer …\` (an access token or an API key) or in \`X-API-Key: …\` (an API key).

Answers of 1 kB and more are compressed for clients that send \`Accept-Encoding: gzip\` or \`br\`; those with a token, a key or a secret never are.

## Test mode

A key that starts with \`sk_test_\` runs the whole pipeline for real, but charges nothing, draws on an allowance of its own (10,000 minutes a month, unless the operator says otherwise) and sends no webhook. Everything it makes has \`livemode: false\`.

## Errors

Every error is \`{"detail": …}\`: a sentence or, for 422, a list with one item for each failing field. Every response carries \`X-Request-Id\`; quote it when you ask for help, or send your own.

A query parameter that the service does not know is refused (422, \`extra_forbidden\`). A member of a body that it does not know is ignored and named in \`X-Ignored-Fields\`.

## Rate limits

100 requests a minute for each account, of which 20 may be submissions; requests without credentials, recording links among them, have as many for each client address; registration, log-in, verification, password reset, and changes that need the current password are limited to 10 a minute for each client address, each account and each e-mail address. \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\` and \`X-RateLimit-Reset\` (Unix seconds) describe the budget nearest to its end. Beyond it the answer is 429 with \`Retry-After\`. An operator may set other limits.

## Repeating a request

Send an \`Idempotency-Key\` with any POST, and repeating it is safe for 24 hours: the same key and body, in the same mode, are answered with the first answer, marked \`Idempotent-Replayed: true\`, and nothing is done twice. Another body under the same key is 422.

## Webhooks

Notifications are signed as [Standard Webhooks](https://www.standardwebhooks.com) describe: check \`webhook-signature\` with the secret from \`GET /webhooks/secret\`, answer with any 2xx within 15 seconds, and expect the same \`webhook-id\` more than once. Failed deliveries are retried for up to three days.

## Compatibility

The version stands in the path. Within a version nothing is taken away: members may be added, and a trailing slash makes no difference.
`.trim();

/** In the order in which a newcomer meets them. */
export const TAGS: readonly (readonly [name: string, description: string])[] = [
  ['Authentication', 'Register, log in, set a new password.'],
  ['API keys', 'Credentials for programs.'],
  ['Analyses', 'Submit recordings, follow and read their analyses.'],
  ['Webhooks', 'Signing secret and deliveries.'],
  ['Billing', 'Plan, minutes and invoices.'],
  ['Users', 'The account itself.'],
];
