// What the interface promises, sentence by sentence, each with the tests that fail when it is broken.

type TestName = readonly [file: string, title: string];

export interface Sentence {
  readonly says: string;
  readonly tests: readonly TestName[];
}

const route = (title: string): TestName => ['contract/every-route', title];
const facade = (title: string): TestName => ['contract/interface', title];
const submission = (title: string): TestName => ['contract/submission-limits', title];
const tokens = (title: string): TestName => ['auth/auth.controller', title];
const guard = (title: string): TestName => ['auth/caller.guard', title];
const keys = (title: string): TestName => ['api-keys/api-keys.controller', title];
const limits = (title: string): TestName => ['platform/http/rate-limit/rate-limit.guard', title];
const errors = (title: string): TestName => ['platform/http/errors/error.filter', title];
const mishap = (title: string): TestName => ['e2e/what-can-go-wrong', title];
const list = (title: string): TestName => ['analysis/analysis.controller', title];
const plans = (title: string): TestName => ['billing/plans', title];
const ledger = (title: string): TestName => ['billing/minutes-ledger', title];

const ACCEPTED = facade('is accepted with 201: processing, without transcript and results, in Unix seconds');
const COMPLETED = facade('is polled until it is completed, and then has every member of the specification');
const LISTED = facade('has its four members, filters that combine, and the newest first');
const PURPOSE = facade('every route that is known by its purpose alone answers as documented');
const PAIR = facade('a log-in gives a token pair: bearer, 1800 seconds, and seven days to refresh');
const KEY = facade('are shown in full once, with their prefix, and both headers take them');
const DEFAULT_LIMITS = facade(
  '100 requests a minute for the account, 20 of them submissions, with Unix time of the reset',
);
const MISSING = facade('needs a file, or a URL in JSON, and both identifiers: every missing field is an item');

/** The number of sentences that each part of the specification was read as. */
export const COUNTS = {
  resources: 30,
  endpoints: 36,
  authentication: 13,
  errors: 20,
  limits: 17,
  versioning: 4,
} as const;

export const SENTENCES: Readonly<Record<keyof typeof COUNTS, readonly Sentence[]>> = {
  resources: [
    { says: 'An analysis has a UUID as its id', tests: [ACCEPTED] },
    { says: 'Its object is analysis', tests: [ACCEPTED] },
    { says: 'created is a Unix time in seconds', tests: [ACCEPTED] },
    { says: 'status is processing, completed or failed', tests: [ACCEPTED, COMPLETED] },
    {
      says: 'livemode tells the mode of the credential',
      tests: [facade('of a test key is not live, and no notification leaves')],
    },
    { says: "call.agent_id and call.contact_id are the client's own", tests: [ACCEPTED] },
    { says: 'call.duration_ms and call.duration_seconds are the duration of the audio', tests: [COMPLETED] },
    {
      says: 'audio.url is where the stored audio is',
      tests: [
        COMPLETED,
        ['e2e/story-of-one-call', 'exports the transcript, opens the recording by its link, and lists the call'],
      ],
    },
    { says: 'audio.size_bytes is the size, also named file_size', tests: [ACCEPTED] },
    {
      says: 'audio.format is the format of the audio',
      tests: [COMPLETED, ['pipeline/intake/audio-format.unit', '$name is recognised as $reported']],
    },
    { says: 'audio.duration_seconds is a number, or null until it is known', tests: [COMPLETED] },
    {
      says: 'Duration and size may be null right after creation',
      tests: [mishap('fetches a recording by its URL, and forgets the address'), COMPLETED],
    },
    { says: 'transcript and results are null until processing completes', tests: [ACCEPTED, COMPLETED] },
    {
      says: 'metadata.webhook_url is the URL that was supplied, or null',
      tests: [ACCEPTED, route('leaves the things of the owner alone')],
    },
    {
      says: 'metadata.completed_at is ISO 8601 with milliseconds, null until completion',
      tests: [ACCEPTED, COMPLETED],
    },
    { says: 'metadata.processing_time_ms is null until completion', tests: [ACCEPTED, COMPLETED] },
    {
      says: 'metadata.error_message says why an analysis failed, else it is null',
      tests: [COMPLETED, mishap('does not retry what the provider refuses for good')],
    },
    { says: 'metadata.version is a string', tests: [COMPLETED] },
    { says: 'A transcript has text with speaker labels, segments and language', tests: [COMPLETED] },
    {
      says: 'compliance holds identity_verification with performed, confidence, evidence and flagged',
      tests: [COMPLETED],
    },
    {
      says: 'compliance holds privacy_protection, mandatory_disclosures, purpose_declaration and score',
      tests: [COMPLETED],
    },
    { says: 'quality holds three sentiments', tests: [COMPLETED] },
    { says: 'quality holds call_resolution, greeting, empathetic_language and overall_score', tests: [COMPLETED] },
    { says: 'coaching holds customer_effort_score, 1 to 5, and recommendations', tests: [COMPLETED] },
    { says: 'results hold a summary', tests: [COMPLETED] },
    { says: 'A list has object, data, has_more and total', tests: [LISTED] },
    { says: 'A token pair has access_token, refresh_token, token_type and expires_in', tests: [PAIR] },
    {
      says: 'A created key has id, key, name, key_prefix and created_at, and the key only then',
      tests: [KEY, keys('tells the whole key once')],
    },
    {
      says: 'Registration takes email, password and phone_number',
      tests: [
        tokens('creates an unverified account on the free plan and mails a link'),
        tokens('reports missing fields'),
      ],
    },
    {
      says: 'A notification has event, data.id, data.status and data.results',
      tests: [facade('is told to its webhook: event, id, status and results')],
    },
  ],
  endpoints: [
    {
      says: 'A path means the same with and without a slash at its end',
      tests: [
        facade('%s is the same with a slash at its end'),
        ['platform/http/http-rules', 'is the same with and without a trailing slash, without a redirect'],
      ],
    },
    { says: 'POST /auth/register needs email and password', tests: [tokens('reports missing fields')] },
    {
      says: 'POST /auth/verify-email takes the token of the mail',
      tests: [tokens('verifies once, also when asked twice at the same time')],
    },
    { says: 'POST /auth/login answers 200 with a token pair', tests: [PAIR] },
    {
      says: 'POST /auth/refresh gives an access token and expires_in',
      tests: [facade('a refresh token gives a new access token that works')],
    },
    {
      says: 'The address must be verified before the account is used',
      tests: [
        guard('of an account whose address is not verified are no use'),
        tokens('tells of a missing verification only after the right password'),
      ],
    },
    {
      says: 'The link in the mail verifies the address too',
      tests: [['auth/account-page.unit', 'posts the token and the field when the button is pressed, and not before']],
    },
    {
      says: 'POST /api-keys/ needs an access token',
      tests: [route('%s: 403 that asks for an access token'), route('%s: 401 that says how to authenticate')],
    },
    { says: 'The full key is shown only once', tests: [KEY] },
    {
      says: 'DELETE /api-keys/{key_id} revokes the key, with an access token',
      tests: [KEY, keys('holds at once on every process')],
    },
    {
      says: 'POST /analysis/ takes multipart: audio_file, agent_id, contact_id, webhook_url',
      tests: [ACCEPTED, MISSING],
    },
    {
      says: 'The nine formats are taken',
      tests: [
        ['pipeline/intake/audio-format.unit', '$name is recognised as $reported'],
        ['pipeline/intake/audio-format.unit', '$name under a false name and type'],
      ],
    },
    {
      says: 'A recording may have 500 MB',
      tests: [submission('may be exactly 500 MB'), submission('may not be one byte more')],
    },
    {
      says: 'POST /analysis/ takes JSON with audio_url too, and reports it as missing',
      tests: [MISSING, mishap('fetches a recording by its URL, and forgets the address')],
    },
    { says: 'POST /analysis/ answers 201 with status processing', tests: [ACCEPTED] },
    { says: 'POST /analysis/ is limited to 20 a minute', tests: [DEFAULT_LIMITS] },
    {
      says: 'Billing limits are checked before acceptance',
      tests: [
        ledger('is told before a body is read, without setting anything aside'),
        submission('go by the plan first, then by the overage limit, each with its sentence'),
      ],
    },
    {
      says: 'Billing uses the duration of the audio',
      tests: [ledger('goes by what decodes, not by what the header claims')],
    },
    { says: 'GET /analysis/{id} gives one analysis, for polling', tests: [COMPLETED] },
    {
      says: "Only analyses of the caller's account are visible",
      tests: [route('%s: 404, never 403'), list('shows an account its own analyses only, whatever is asked')],
    },
    {
      says: 'A failed analysis carries its error message',
      tests: [mishap('does not retry what the provider refuses for good')],
    },
    { says: 'Listing is free', tests: [facade('takes no minutes')] },
    { says: 'status_filter, agent_id and contact_id filter exactly, and combine', tests: [LISTED] },
    {
      says: 'search looks in both identifiers without regard to case',
      tests: [LISTED, list('searches without regard to case, in every script that has one')],
    },
    {
      says: 'limit is 1 to 1000, 100 by default; outside it is 422',
      tests: [
        facade('refuses %s'),
        facade('takes %s'),
        list('is newest first, a hundred at a time, over any number of months'),
      ],
    },
    { says: 'offset skips results, 0 by default', tests: [LISTED, facade('refuses %s')] },
    {
      says: 'The order is newest first',
      tests: [LISTED, list('gives every analysis on exactly one page when all were made at the same instant')],
    },
    {
      says: 'General lists give items, total, skip and limit',
      tests: [facade('general lists have items, total, skip and limit, 20 unless asked otherwise')],
    },
    {
      says: 'POST /analysis/{id}/webhook registers a webhook, which gets the analysis when it finishes',
      tests: [
        facade('takes a webhook while it is worked on, and tells it everything once it is completed'),
        facade('takes a webhook afterwards, and tells it at once'),
      ],
    },
    {
      says: 'A password reset is requested and confirmed',
      tests: [
        facade('a password that was forgotten is set anew with the token of the mail'),
        tokens('sets the password once and ends every token issued before'),
      ],
    },
    {
      says: 'GET /users/me gives the current user',
      tests: [PURPOSE, ['users/users.controller', 'shows the account to a token and to any key']],
    },
    {
      says: 'PUT /users/me updates the current user',
      tests: [
        PURPOSE,
        ['users/users.controller', 'changes what is given, keeps what is missing, and takes the number away with null'],
      ],
    },
    {
      says: 'DELETE /users/me deletes the account',
      tests: [['users/users.controller', 'erases everything but the minutes, which lose their name']],
    },
    { says: 'GET /api-keys/ lists the keys', tests: [PURPOSE, keys('pages newest first and leaves revoked keys out')] },
    {
      says: 'The subscription is read, made, updated and cancelled',
      tests: [
        PURPOSE,
        plans('a paid plan holds at once, and what was used stays used'),
        plans('cancels at the end of the period, or at once'),
      ],
    },
    {
      says: "Usage, its history and the payment provider's portal are given",
      tests: [
        PURPOSE,
        plans('shows usage, records and periods of the mode that asks'),
        ['billing/subscriptions.service', 'gives the portal of the customer, and none before there is one'],
      ],
    },
  ],
  authentication: [
    { says: 'Keys are made with an access token', tests: [route('%s: 403 that asks for an access token')] },
    {
      says: 'Keys begin with sk_live_ or sk_test_, and key_prefix shows their first characters',
      tests: [KEY, ['api-keys/api-key-secret.unit', 'shows its mode, is always of one length, and never comes twice']],
    },
    { says: 'Keys do not expire', tests: [facade('do not expire, however old they are')] },
    { says: 'Keys are revoked with DELETE', tests: [KEY] },
    {
      says: 'A key goes into Authorization or into X-API-Key',
      tests: [KEY, guard('carry a key in either header, or the same in both')],
    },
    {
      says: 'An access token goes into Authorization',
      tests: [guard('are taken for their account, in any case of the scheme')],
    },
    { says: 'An access token lasts 30 minutes', tests: [PAIR, guard('are told apart once expired, by a second')] },
    { says: 'A refresh token lasts 7 days', tests: [PAIR] },
    {
      says: 'A refresh token gives a new access token',
      tests: [facade('a refresh token gives a new access token that works')],
    },
    {
      says: 'Tokens go on until they expire: logging in again ends none',
      tests: [facade('a refresh token gives a new access token that works')],
    },
    {
      says: '401 for a credential that is invalid or missing',
      tests: [route('%s: 401 that says how to authenticate'), route('%s: 401, whatever is wrong about them')],
    },
    { says: '401 for a token that has expired', tests: [guard('are told apart once expired, by a second')] },
    {
      says: '403 for insufficient permissions',
      tests: [route('%s: 403 that names the scope'), route('%s: 403 that asks for an access token')],
    },
  ],
  errors: [
    { says: '200 is success, 201 a creation', tests: [PURPOSE, ACCEPTED] },
    { says: '400 is for invalid parameters', tests: [facade('every auth route answers as documented')] },
    { says: '401 is for authentication', tests: [route('%s: 401 that says how to authenticate')] },
    {
      says: '402 is for a billing limit',
      tests: [submission('go by the plan first, then by the overage limit, each with its sentence')],
    },
    { says: '403 is for permissions', tests: [route('%s: 403 that names the scope')] },
    {
      says: '404 is for what does not exist',
      tests: [route('%s: 404 in the same shape'), route('%s: 404, never 403')],
    },
    { says: '422 is for validation', tests: [route('%s: 422 that says where'), route('%s: 422 json_invalid')] },
    {
      says: '429 is for the rate limit',
      tests: [limits('answer 429 with the sentence, Retry-After and all three headers')],
    },
    {
      says: '500 is a server error',
      tests: [errors('an unexpected one is logged with its request id and tells the client nothing')],
    },
    {
      says: 'Every error is JSON with detail, a string or items',
      tests: [errors('GET %s is %i with a detail and nothing else')],
    },
    {
      says: 'An item has type, loc, msg, and sometimes input',
      tests: [facade('refuses %s'), route('%s: 422 that says where')],
    },
    {
      says: 'An unsupported format is 400 with the list of formats',
      tests: [facade('of another format is refused with the list of formats')],
    },
    {
      says: 'GET /analysis/ without credentials is 401 with a string',
      tests: [route('%s: 401 that says how to authenticate')],
    },
    { says: 'A missing field is an item of type missing', tests: [MISSING] },
    { says: 'Invalid credentials are a string that says so', tests: [route('%s: 401, whatever is wrong about them')] },
    {
      says: 'An exceeded plan is 402 with usage and limit in minutes',
      tests: [submission('go by the plan first, then by the overage limit, each with its sentence')],
    },
    {
      says: 'A reached overage limit is 402 that names it and says what to do',
      tests: [submission('go by the plan first, then by the overage limit, each with its sentence')],
    },
    {
      says: 'A failed upload to storage is 500 Audio upload failed',
      tests: [submission('is told as a failed upload, and nothing is accepted')],
    },
    {
      says: 'An unexpected failure is 500 with a sentence',
      tests: [errors('an unexpected one is logged with its request id and tells the client nothing')],
    },
    { says: 'A query out of range is 422 whose loc starts with query', tests: [facade('refuses %s')] },
  ],
  limits: [
    {
      says: '100 requests a minute',
      tests: [DEFAULT_LIMITS, limits('let exactly the limit pass, over two processes and many connections')],
    },
    {
      says: 'The default limit is for all requests',
      tests: [limits('count every request of the interface and set their headers, whatever its status')],
    },
    { says: '20 submissions a minute', tests: [DEFAULT_LIMITS] },
    {
      says: '500 MB a recording',
      tests: [submission('may be exactly 500 MB'), submission('may not be one byte more')],
    },
    {
      says: 'Nine formats',
      tests: [
        ['pipeline/intake/audio-format.unit', '$name is recognised as $reported'],
        ['pipeline/intake/audio-format.unit', '%s is no accepted format'],
      ],
    },
    {
      says: 'Pages of 1 to 1000, 100 by default',
      tests: [facade('refuses %s'), list('is newest first, a hundred at a time, over any number of months')],
    },
    {
      says: 'General pages of 20, at most 100',
      tests: [
        facade('general lists refuse %s'),
        facade('general lists have items, total, skip and limit, 20 unless asked otherwise'),
      ],
    },
    {
      says: 'An idempotency key holds 24 hours',
      tests: [
        [
          'platform/http/idempotency/idempotency.interceptor',
          'forgets a key after 24 hours, and lets a request take over from a dead process',
        ],
        [
          'platform/http/idempotency/idempotency.interceptor',
          'replays an upload byte for byte, with either spelling of the path, and stores nothing again',
        ],
      ],
    },
    { says: 'Access tokens last 30 minutes, refresh tokens 7 days', tests: [PAIR] },
    {
      says: 'Rate-limit headers are on all responses',
      tests: [
        limits('count every request of the interface and set their headers, whatever its status'),
        route('%s: 401 that says how to authenticate'),
      ],
    },
    { says: 'Reset is a Unix time', tests: [DEFAULT_LIMITS] },
    { says: 'Beyond the limit it is 429', tests: [DEFAULT_LIMITS] },
    {
      says: 'Minutes are rounded up to a hundredth',
      tests: [
        ledger('goes by what decodes, not by what the header claims'),
        ['e2e/story-of-one-call', 'bills the decoded minutes, once'],
      ],
    },
    {
      says: 'Free has 100 minutes; Starter 1000 for 49; Growth 5000 for 199 dollars',
      tests: [facade('sells three plans: 100, 1000 and 5000 minutes for 0, 49 and 199 dollars')],
    },
    {
      says: 'Overage is charged by the minute, only as far as its limit allows',
      tests: [
        ledger('lets as many more in as the overage limit carries, and names that limit'),
        ledger('splits what passes the included minutes, and its cents add up whatever the pieces'),
      ],
    },
    {
      says: '402 before acceptance when a limit is exceeded',
      tests: [
        submission('go by the plan first, then by the overage limit, each with its sentence'),
        mishap('accepts no more than the plan carries'),
      ],
    },
    { says: 'Listing does not count as usage', tests: [facade('takes no minutes')] },
  ],
  versioning: [
    {
      says: 'The version is part of the path: /api/v1',
      tests: [facade('carry the version: no other, and none, is served')],
    },
    {
      says: 'Nothing that is documented changes unseen',
      tests: [
        ['contract/openapi', 'is what the code says'],
        ['contract/openapi', 'is what the typed client was generated from'],
      ],
    },
    {
      says: 'Another major version has a prefix of its own',
      tests: [facade('carry the version: no other, and none, is served')],
    },
    { says: 'metadata.version is there and is not the version of the path', tests: [COMPLETED] },
  ],
};
