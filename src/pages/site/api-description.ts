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
    HEADERS_OF_ANSWERS,
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

1. **Register** with \`POST /auth/register\`, open the link in the mail, and **log in** with \`POST /auth/login\`, or in the dialogue behind **Authorize**. The access token lasts 30 minutes; \`POST /auth/refresh\` gives a new one, until \`POST /auth/logout\` ends the session.
2. **Create an API key** with \`POST /api-keys/\`. It is shown once and does not expire.
3. **Submit** a recording with \`POST /analysis/\`, as a file or as a URL to fetch. The answer, 201, comes at once with \`status: processing\`.
4. **Get the results** from \`GET /analysis/{id}\` once its status is \`completed\`, or have them sent to a webhook.

Credentials go in \`Authorization: Bearer …\` (an access token or an API key) or in \`X-API-Key: …\` (an API key).

The samples beside each operation read the service's address from the environment variable \`CALL_ANALYSIS_URL\`, and the credential from \`CALL_ANALYSIS_API_KEY\` or, where an operation takes no API key, from \`ACCESS_TOKEN\`.`;

function plansAndMinutes({ plans, stripe }: Config): string {
  const rows = PLANS.map((plan) => {
    const { priceCents, includedMinutes, overageCentsPerMinute } = plans[plan];
    const overage = plan === 'free' ? 'none' : `${dollars(overageCentsPerMinute)} a minute`;
    return `| ${NAMES[plan]} | ${count(includedMinutes)} | ${dollars(priceCents)} | ${overage} |`;
  });
  return `## Plans and minutes

| Plan | Minutes a month | Price a month | Beyond them |
|---|---:|---:|---|
${rows.join('\n')}

Everyone starts on the free plan. Minutes beyond the included ones are used only up to the \`overage_limit_minutes\` that the account sets. A month begins on the day of registration, or with the first payment of a paid plan. \`GET /billing/plans\` has this table as JSON.${stripe === null ? ' This service has no payment provider: the limits hold, and no account is charged.' : ''}

A **minute** is a minute of the decoded recording, silence included. Each call is rounded up to the next hundredth of a minute (${HUNDREDTH_MS / 1000} seconds). Minutes are reserved when a call is accepted and billed once, when it is completed; a failed call costs nothing.`;
}

const NAMES: Readonly<Record<Plan, string>> = { free: 'Free', starter: 'Starter', growth: 'Growth' };

function recordings({ maxAudioMinutes }: Config): string {
  return `## Recordings

Formats: ${FORMATS.join(', ')}; the content decides, not the name of the file. Size: at most ${MAX_RECORDING_BYTES / 1024 ** 2} MB. Length: at most ${count(maxAudioMinutes)} minutes. In a form, \`audio_file\` is the recording with or without a file name and a content type; the other members may come as parts of any kind, lists also as a JSON array. Stereo with one party on each channel is best: then the speaker is a fact. Name the agent's channel with \`agent_channel\`.

\`language\` is a code of ISO 639-1 such as \`en\`; left out, the language is detected. A provider transcribes the languages of its models, the operator's own models ${localLanguages()}, the demo recogniser US English. A language model judges calls in any of them; the rules that stand in for one know English and German, and what they cannot judge is not assessable.`;
}

/** Example: `en, or bg, cs, … with the larger model`. */
function localLanguages(): string {
  const sets = SHERPA_PRESETS.map(({ parts }) => [...new Set(parts.flatMap(({ languages }) => languages))].sort());
  return sets.map((languages) => languages.map((code) => `\`${code}\``).join(', ')).join(' or, with the larger one, ');
}

const TRUST = `## How far to trust a result

\`metadata.engine.grade\` of each analysis says what transcribed it:

| Grade | What transcribes | Good for |
|---|---|---|
| \`production\` | OpenAI or a compatible server | real calls |
| \`local\` | speech models on the operator's machine | real calls without a provider |
| \`demo\` | a small recogniser of US English | showing the way |

Every quotation is checked against the transcript, and one that is not there is dropped with what rested on it. "The agent failed to …" needs a quotation too: what was merely not heard is \`assessable: false\` and stays out of the score. \`role_confidence\` says how sure the service is of who is who.`;

const SCORECARDS = `## Your own form

The findings are the same for every account. A **scorecard** judges calls by your own questions: make it with \`POST /scorecards\`, give it a form with \`POST /scorecards/{id}/revisions\`, try the form on stored calls, publish it. A question is answered by phrases, by a figure of the talk, by a finding, by a language model or by a person; only one kind needs a language model. An answer that needs proof has a checked quotation of the right speaker or it is not that answer, and an answer that fails the call needs proof too. \`coverage\` says how much of the form was judged.

\`POST /analysis/{id}/evaluations\` judges one call; a \`default\` scorecard judges every new one that it applies to; \`POST /rescores\` judges stored calls again and says before what that takes. No minutes are charged for it.`;

const FOLLOWING_A_CALL = `## Following a call

Three ways, alone or together: ask \`GET /analysis/{id}\`; read the **live events** of \`GET /analysis/{id}/events\`, server-sent events with stage and percent and, at the end, the whole analysis; or name a \`webhook_url\` and be told.`;

function testMode({ testMinutesPerMonth }: Config): string {
  return `## Test mode

A key that starts with \`sk_test_\` runs the whole pipeline for real, but charges nothing, draws on an allowance of its own (${count(testMinutesPerMonth)} minutes a month) and sends no webhook. Everything it makes has \`livemode: false\`.

The **sandbox** needs no recording: with a test key, \`scenario\` (\`good_call\`, \`bad_call\`, \`slow\`, \`fails_provider\`, \`quota_exceeded\` and more) chooses what the service pretends to hear. No provider is asked, no test minutes are taken, and the same scenario gives the same result each time.`;
}

const ERRORS = `## Errors

Every error is \`{"detail": …}\`: a sentence or, for 422, a list with one item for each failing field. Beside its own errors, an operation may answer

| Status | When |
|---|---|
| 401 | credentials are missing, wrong or expired |
| 429 | a rate limit is used up; \`Retry-After\` says when to come again |
| 500 | something failed on our side; quote the \`X-Request-Id\` |
| 503 | a part that the service stands on is away and nothing was done; \`Retry-After\` says when to come again |

A query parameter that the service does not know is refused (422, \`extra_forbidden\`). A member of a body that it does not know is ignored and named in \`X-Ignored-Fields\`, unless the operation says that it is refused too.`;

function rateLimits({ rateLimits: { default: all, submission, auth, authAccount } }: Config): string {
  const perMinute = (limit: number) => (limit === 0 ? 'no limit' : count(limit));
  return `## Rate limits

| Requests | A minute | Counted for |
|---|---:|---|
| all | ${perMinute(all)} | each account; without credentials, links to recordings and reports among them, each client address |
| submissions | ${perMinute(submission)} | each account |
| registration, log-in, verification, password reset, changes that need the current password | ${perMinute(auth)} | each client address: an IPv4 address, or an IPv6 network (/64) |
| registration, verification, password reset, a new address of an account | ${perMinute(auth)} | each mailbox that the mail would go to |
| log-ins, changes that need the current password | ${perMinute(authAccount)} | each account, from all addresses together |

Beyond a limit the answer is 429 with \`Retry-After\`.`;
}

const HEADERS_OF_ANSWERS = `## Headers of answers

| Header | Where | Meaning |
|---|---|---|
| \`X-Request-Id\` | every answer | the id of the request: yours if you sent a sane one. Quote it when you ask for help |
| \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\`, \`X-RateLimit-Reset\` | every answer | the limit nearest to its end: requests allowed, requests left, and when it starts anew (Unix seconds) |
| \`Retry-After\` | 429, 503 | seconds to wait |
| \`WWW-Authenticate\` | 401 | how to authenticate |
| \`Idempotent-Replayed\` | a repeated POST | \`true\`: this is the kept answer to an earlier request with the same \`Idempotency-Key\` |
| \`X-Ignored-Fields\` | requests with a body | the members of the body that the service does not know, percent-encoded, with commas, at most 20 |

Answers of 1 kB and more are compressed for clients that send \`Accept-Encoding: gzip\` or \`br\`; those with a token, a key or a secret never are.`;

const REPEATING = `## Repeating a request

Send an \`Idempotency-Key\` with any POST, and repeating it is safe for 24 hours: the same key and body, in the same mode, are answered with the first answer, marked \`Idempotent-Replayed: true\`, and nothing is done twice. Another body under the same key is 422.`;

const WEBHOOKS = `## Webhooks

Notifications are signed as [Standard Webhooks](https://www.standardwebhooks.com) describe: check \`webhook-signature\` with the secret from \`GET /webhooks/secret\`, answer with any 2xx within 15 seconds, and expect the same \`webhook-id\` more than once. Failed deliveries are retried for up to three days.`;

const COMPATIBILITY = `## Compatibility

The version stands in the path. Within a version nothing is taken away: members may be added, and a trailing slash makes no difference. The root of the service, asked with \`Accept: application/json\`, answers with its version and addresses.`;

function help({ contactUrl }: Config): string {
  const whom = contactUrl === null ? 'Ask the operator of this service' : `Ask at <${contactUrl}>`;
  return `## Help\n\n${whom}, and quote the \`X-Request-Id\` of the answer in question.`;
}

const count = (number: number) => number.toLocaleString('en-US');

/** Formats cents, which may have decimals: `$49`, `$0.05`, `$0.045`. */
function dollars(cents: number): string {
  const decimals = cents % 100 === 0 ? 0 : 2;
  return `$${(cents / 100).toLocaleString('en-US', { minimumFractionDigits: decimals, maximumFractionDigits: 6 })}`;
}
