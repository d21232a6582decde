// Introduction of the OpenAPI document. Its facts about the configuration are generated, so that the text cannot contradict the
// running service.
import { SHERPA_PRESETS } from '../../adapters/sherpa/sherpa-presets.js';
import { PLANS, type Plan } from '../../billing/periods/plan-terms.js';
import { HUNDREDTH_MS } from '../../billing/usage/minutes.js';
import type { Config } from '../../platform/config/config.js';
import { FORMATS, MAX_RECORDING_BYTES } from '../../recordings/receiving/recording-limits.js';
import { dataFlow } from './data-flow.js';

/** CommonMark. Each `## …` begins a section. */
export function apiDescription(config: Config): string {
  return [
    INTRODUCTION,
    FROM_A_CALL_TO_ITS_RESULTS,
    plansAndMinutes(config),
    recordings(config),
    TRUST,
    SCORECARDS,
    FOLLOWING_A_CALL,
    dataFlow(config),
    testMode(config),
    ERRORS,
    rateLimits(config),
    RESPONSE_HEADERS,
    REPEATING,
    WEBHOOKS,
    COMPATIBILITY,
    help(config),
  ].join('\n\n');
}

const INTRODUCTION =
  'Send a recorded call and get back a transcript with speakers, compliance and quality findings with quotations as ' +
  'evidence, and coaching for the agent. The numbers in this text are the settings of the service that serves it. ' +
  'This document is `/openapi.json`; `/openapi-3.0.json` is the same in OpenAPI 3.0 with one body for each operation, for ' +
  'generators of clients that need it.';

const FROM_A_CALL_TO_ITS_RESULTS = `## From a call to its results

1. **Register** with \`POST /auth/register\`, open the link in the mail, and **log in** with \`POST /auth/login\`, or in the dialog behind **Authorize**. The access token lasts 30 minutes; \`POST /auth/refresh\` gives a new one, until \`POST /auth/logout\` ends the session.
2. **Create an API key** with \`POST /api-keys/\`. It is shown once and does not expire.
3. **Submit** a recording with \`POST /analysis/\`, as a file or as a URL to download. The response, 201, is immediate, with \`status: processing\`.
4. **Get the results** from \`GET /analysis/{id}\` once its status is \`completed\`, or have them sent to a webhook.

Credentials go in \`Authorization: Bearer …\` (an access token or an API key) or in \`X-API-Key: …\` (an API key).

The samples of each operation read the service's address from the environment variable \`CALL_ANALYSIS_URL\`, and the credential from \`CALL_ANALYSIS_API_KEY\` or, where an operation takes no API key, from \`ACCESS_TOKEN\`.`;

function plansAndMinutes({ plans, stripe }: Config): string {
  const rows = PLANS.map((plan) => {
    const { priceCents, includedMinutes, overageCentsPerMinute } = plans[plan];
    const overage = plan === 'free' ? 'none' : `${dollars(overageCentsPerMinute)} a minute`;
    return `| ${NAMES[plan]} | ${count(includedMinutes)} | ${dollars(priceCents)} | ${overage} |`;
  });
  return `## Plans and minutes

| Plan | Minutes per month | Price per month | Additional minutes |
|---|---:|---:|---|
${rows.join('\n')}

Every account starts on the free plan. Additional minutes are used only up to the \`overage_limit_minutes\` of the account. A month begins on the day of registration, or with the first payment of a paid plan. \`GET /billing/plans\` has this table as JSON.${stripe === null ? ' This service has no payment provider: the limits apply, and no account is charged.' : ''}

A **minute** is a minute of the decoded recording, silence included. Each call is rounded up to the next hundredth of a minute (${HUNDREDTH_MS / 1000} seconds). Minutes are reserved when a call is accepted and billed once, when it is completed; a failed call costs nothing.`;
}

const NAMES: Readonly<Record<Plan, string>> = { free: 'Free', starter: 'Starter', growth: 'Growth' };

function recordings({ maxAudioMinutes }: Config): string {
  return `## Recordings

Formats: ${FORMATS.join(', ')}; the content decides, not the file name. Size: at most ${MAX_RECORDING_BYTES / 1024 ** 2} MB. Length: at most ${count(maxAudioMinutes)} minutes. In a form, \`audio_file\` is the recording with or without a file name and a content type; the other members may come as parts of any kind, lists also as a JSON array. Stereo with one party on each channel is best: then the speakers are certain. Set the agent's channel with \`agent_channel\`.

Where the service offers several engines, \`GET /settings/engines\` lists them, and \`PUT /settings/engines\` chooses those of your calls, with a key of your own where the service allows it. \`transcription_engine\` and \`analysis_engine\` choose them for one call, a batch or a source.

\`language\` is a code of ISO 639-1 such as \`en\`; if omitted, the language is detected. A provider transcribes the languages of its models, the operator's own models ${localLanguages()}, the demo recogniser US English. A language model evaluates calls in any of them; the rules that are used without one support English and German, and what they cannot evaluate is not assessable.`;
}

/** Example: `en, or bg, cs, … with the larger model`. */
function localLanguages(): string {
  const sets = SHERPA_PRESETS.map(({ parts }) => [...new Set(parts.flatMap(({ languages }) => languages))].sort());
  return sets.map((languages) => languages.map((code) => `\`${code}\``).join(', ')).join(' or, with the larger one, ');
}

const TRUST = `## How far to trust a result

\`metadata.engine.grade\` of each analysis is the grade of the engine that transcribed it:

| Grade | What transcribes | Good for |
|---|---|---|
| \`production\` | OpenAI or a compatible server | real calls |
| \`local\` | speech models on the operator's machine | real calls without a provider |
| \`demo\` | a small recogniser of US English | demos |

Every quote is verified against the transcript; a quote that is not found is dropped, together with the finding based on it. "The agent failed to …" needs a quote too: what was merely not found is \`assessable: false\` and does not count. \`role_confidence\` is the confidence in who is the agent.`;

const SCORECARDS = `## Scorecards

The findings are the same for every account. A **scorecard** scores calls with your own questions: create it with \`POST /scorecards\`, add a form with \`POST /scorecards/{id}/revisions\`, test it on past calls, and publish it. A question is answered by phrases, a talk metric, a finding, a language model or a reviewer; only one of these needs a language model. An answer that needs evidence counts only with a verified quote of the right speaker, and so does an answer that fails the call. \`coverage\` is the share of the form that was scored.

\`POST /analysis/{id}/evaluations\` scores one call; a \`default\` scorecard scores every new call that it applies to; \`POST /rescores\` re-scores past calls, after an estimate. No minutes are charged for it.`;

const FOLLOWING_A_CALL = `## Following a call

There are three ways, which can be combined: poll \`GET /analysis/{id}\`; read the server-sent **events** of \`GET /analysis/{id}/events\`, with stage and percentage and, at the end, the whole analysis; or set a \`webhook_url\` to be notified.`;

function testMode({ testMinutesPerMonth }: Config): string {
  return `## Test mode

A key that starts with \`sk_test_\` runs the real pipeline, but charges nothing, uses a separate allowance (${count(testMinutesPerMonth)} minutes a month) and sends no webhook. Everything it creates has \`livemode: false\`.

The **sandbox** needs no recording: with a test key, \`scenario\` (\`good_call\`, \`bad_call\`, \`slow\`, \`fails_provider\`, \`quota_exceeded\` and more) selects a simulated call. No provider is called, no test minutes are used, and the same scenario gives the same result each time.`;
}

const ERRORS = `## Errors

Every error is \`{"detail": …}\`: a sentence or, for 422, a list with one item for each failing field. In addition to its own errors, an operation may return

| Status | When |
|---|---|
| 401 | credentials are missing, wrong or expired |
| 429 | a rate limit is used up; \`Retry-After\` says when to retry |
| 500 | something failed on our side; quote the \`X-Request-Id\` |
| 503 | a dependency of the service is unavailable and nothing was changed; \`Retry-After\` says when to retry |

A query parameter that the service does not know is refused (422, \`extra_forbidden\`). A member of a body that it does not know is ignored and named in \`X-Ignored-Fields\`, unless the operation says that it is refused too.`;

function rateLimits({ rateLimits: { default: all, submission, auth, authAccount } }: Config): string {
  const perMinute = (limit: number) => (limit === 0 ? 'no limit' : count(limit));
  return `## Rate limits

| Requests | A minute | Counted for |
|---|---:|---|
| all | ${perMinute(all)} | each account; each client address for requests without credentials, including links to recordings and reports |
| submissions | ${perMinute(submission)} | each account |
| registration, log-in, verification, password reset, changes that need the current password | ${perMinute(auth)} | each client address: an IPv4 address, or an IPv6 network (/64) |
| registration, verification, password reset, a new address of an account | ${perMinute(auth)} | each mailbox that would get the mail |
| log-ins, changes that need the current password | ${perMinute(authAccount)} | each account, from all addresses together |

Above a limit the response is 429 with \`Retry-After\`.`;
}

const RESPONSE_HEADERS = `## Response headers

| Header | Where | Meaning |
|---|---|---|
| \`X-Request-Id\` | every response | the id of the request: yours if you sent a valid one. Quote it when you ask for help |
| \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\`, \`X-RateLimit-Reset\` | every response | the limit that is nearest to being reached: requests allowed, requests left, and when it resets (Unix seconds) |
| \`Retry-After\` | 429, 503 | seconds to wait |
| \`WWW-Authenticate\` | 401 | how to authenticate |
| \`Idempotent-Replayed\` | a repeated POST | \`true\`: this is the stored response to an earlier request with the same \`Idempotency-Key\` |
| \`X-Ignored-Fields\` | requests with a body | unknown members of the body, percent-encoded and separated by commas, at most 20 |

Responses of 1 kB and more are compressed for clients that send \`Accept-Encoding: gzip\` or \`br\`; those with a token, a key or a secret never are.`;

const REPEATING = `## Repeating a request

Send an \`Idempotency-Key\` with any POST, and repeating it is safe for 24 hours: the same key and body, in the same mode, return the first response, marked \`Idempotent-Replayed: true\`, and nothing is done twice. Another body under the same key is 422.`;

const WEBHOOKS = `## Webhooks

Notifications are signed according to [Standard Webhooks](https://www.standardwebhooks.com): verify \`webhook-signature\` with the secret from \`GET /webhooks/secret\`, respond with any 2xx within 15 seconds, and expect the same \`webhook-id\` more than once. Failed deliveries are retried for up to three days.`;

const COMPATIBILITY = `## Compatibility

The version is part of the path. Within a version nothing is removed: members may be added, and a trailing slash makes no difference. The root of the service, asked with \`Accept: application/json\`, returns its version and URLs.`;

function help({ contactUrl }: Config): string {
  const whom = contactUrl === null ? 'Ask the operator of this service' : `Ask at <${contactUrl}>`;
  return `## Help\n\n${whom}, and quote the \`X-Request-Id\` of the response in question.`;
}

const count = (number: number) => number.toLocaleString('en-US');

/** Formats cents, which may have decimals: `$49`, `$0.05`, `$0.045`. */
function dollars(cents: number): string {
  const decimals = cents % 100 === 0 ? 0 : 2;
  return `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: 6 })}`;
}
