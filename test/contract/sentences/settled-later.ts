// What was settled after the specification and holds where the two differ, each point with its tests.
import { ACCEPTED, COMPLETED, logIns, mishap, route } from './named-tests.js';
import type { Sentence, TestName } from './sentence.js';

const unknown = (title: string): TestName => ['contract/unknown-input', title];
const inputGuard = (title: string): TestName => ['platform/http/validation/input.guard', title];
const compress = (title: string): TestName => ['platform/http/body/compress.unit', title];
const idempotency = (title: string): TestName => ['platform/http/idempotency/idempotency.interceptor', title];
const terms = (title: string): TestName => ['billing/terms-at-acceptance', title];
const startedAgain = (title: string): TestName => ['faults/started-again', title];

const oneLine = (title: string): TestName => ['speech/words/one-line.unit', title];
const declared = (title: string): TestName => ['pipeline/intake/declared-duration.unit', title];

const providerAway = (title: string): TestName => ['faults/provider-away', title];
const enginePause = (title: string): TestName => ['work/engine-pause', title];
const roles = (title: string): TestName => ['speech/transcript/assign-roles.unit', title];
const evidence = (title: string): TestName => ['judgement/call-evidence.unit', title];
const reports = (title: string): TestName => ['contract/reports', title];
const sandbox = (title: string): TestName => ['e2e/sandbox', title];
const fromUrl = (title: string): TestName => ['contract/from-url', title];
const deliveries = (title: string): TestName => ['webhooks/webhooks.controller', title];
const sample = (title: string): TestName => ['webhooks/samples/sample-event.service', title];
const details = (title: string): TestName => ['contract/call-details', title];

export const SETTLED_LATER: readonly Sentence[] = [
  {
    says: '429, 5xx and connection failures pause the engine for all processes, with one call as a probe, and use up no attempt',
    tests: [
      enginePause('begins at once where the answer speaks for every call, and holds for all processes'),
      enginePause('lets exactly one call over all processes through as a probe, with all its requests'),
      providerAway(
        'fault 73: for an hour with calls queued: probes alone are sent, none fails, no attempt is burnt, all are completed',
      ),
      providerAway('%s: every call of that time is completed'),
    ],
  },
  {
    says: 'A call fails for provider trouble only after PROVIDER_PATIENCE_MINUTES, or six refusals that concern it alone',
    tests: [
      providerAway('fails a call when its patience ends, also one that no worker took up, and bills nothing'),
      enginePause('tells whether a failure is that of the call alone: another got an answer since its last one'),
      ['work/failure-policy.unit', 'has six attempts within the patience: %s'],
    ],
  },
  {
    says: 'metadata.retryable says whether a retry may work',
    tests: [
      COMPLETED,
      ACCEPTED,
      startedAgain('completes a failed call, bills it once and tells of each end under an id of its own'),
      startedAgain('refuses what is in progress, and what has no recording any more'),
      [
        'e2e/awaited-recordings',
        'fails a recording that does not come within ten minutes, and fetches it when the call is started again',
      ],
    ],
  },
  {
    says: 'Where content does not decide, channel 1 of a stereo call is the agent, with a role confidence of 0.5',
    tests: [
      roles('take channel 1 for the agent, with 0.5, where what was said decides %s'),
      ['e2e/recordings', 'when nothing shows who is the agent, the second channel is, with a low confidence'],
    ],
  },
  {
    says: 'No finding is held against anybody where the roles are that uncertain',
    tests: [
      evidence('are those with a role confidence below 0.6'),
      evidence('leave nothing to judge: no finding, score, violation, conduct, strength or recommendation'),
    ],
  },
  {
    says: 'The channel of the request goes before that of the account, and that before what is said',
    tests: [
      details('hold for what a submission leaves out, as they are when it is accepted'),
      details("put the agent's channel before what is said"),
      roles('follow the channel that the client names, without asking the analyst'),
    ],
  },
  {
    says: 'Absence counts only where it can be known, for every engine; what is not known has confidence null',
    tests: [
      evidence('is credited with what was heard, and accused of nothing'),
      evidence(
        'makes resolution and empathy not assessable, which rest on the words of the customer, and nothing else',
      ),
      ['judgement/judge-findings.unit', 'are not assessable when the analyst cannot judge them, whatever else it says'],
      ['e2e/hearing-gate', 'and a noisy recording: nothing is held against anyone'],
    ],
  },
  {
    says: 'metadata.error_code stands beside error_message on failed analyses, and its values are stable',
    tests: [
      mishap('fails a recording that %s'),
      mishap('does not retry what the provider refuses for good'),
      ['analysis/analysis-json.unit', 'has the code %s where the row has %s and is %s'],
    ],
  },
  {
    says: 'The scope of an idempotency key holds the mode',
    tests: [
      idempotency('keeps the keys of live and test mode apart'),
      idempotency(
        'replays what an earlier release kept for both modes together, but no answer of one mode in the other',
      ),
    ],
  },
  {
    says: 'Unknown query parameters are 422 extra_forbidden',
    tests: [
      route('%s: 422 that names it'),
      unknown('is refused where it is misspelt'),
      inputGuard('is refused by name, together with all other faults of the request'),
    ],
  },
  {
    says: 'status is an alias of status_filter: both given and different is 422',
    tests: [unknown('may be called status or status_filter, and both only where they agree')],
  },
  {
    says: 'created_after takes in its own instant, created_before does not; livemode gives one mode; all filters combine',
    tests: [
      [
        'analysis/analysis.controller',
        'is narrowed to a time and to a mode: from created_after on, up to but without created_before',
      ],
      ['analysis/listing/analysis-page', 'equals a recount for any filters after any writes'],
      ['contract/analyses', 'refuses %s'],
    ],
  },
  {
    says: 'created_after and created_before are also taken as Unix seconds: after exclusive, before inclusive',
    tests: [
      [
        'analysis/analysis.controller',
        'is narrowed to a time and to a mode: from created_after on, up to but without created_before',
      ],
      ['platform/http/validation/fields.unit', 'is a date and a time of day, or the end of a second: %s'],
    ],
  },
  {
    says: 'Answers of 1 kB and more are compressed for clients that ask for it, but for those with a token, key or secret',
    tests: [
      compress('is compressed for %s by %s'),
      compress('is sent as it is for Accept-Encoding %s, and caches are told that it depends on it'),
      compress('is sent as it is where it is short: a call that is polled'),
      compress('is never compressed where it may hold a secret: %s'),
    ],
  },
  {
    says: 'Unknown members of a body, JSON or multipart, are ignored and named in X-Ignored-Fields, at most 20',
    tests: [
      unknown('is accepted, and its answer names them: as JSON'),
      unknown('is accepted, and its answer names them: as a form'),
      unknown('is told of them beside its faults'),
      inputGuard('is named in ASCII, whatever its name is, and at most 20 are'),
    ],
  },
  {
    says: 'A request with good credentials to an unknown route counts to the account',
    tests: [
      ['auth/unknown-routes', 'counts to the account of good credentials, also where only the method is unknown'],
      ['auth/unknown-routes', 'counts to the address without credentials or with bad ones, and stays a 404'],
      ['auth/unknown-routes', 'is refused once the account has used up its budget'],
    ],
  },
  {
    says: 'The recording link is limited by client address and carries the rate-limit headers',
    tests: [
      ['contract/recording-links', 'are limited by client address, whoever opens them, and say how much is left'],
    ],
  },
  {
    says: 'Test mode has 100 minutes a month unless the operator says otherwise',
    tests: [['billing/usage/minutes-ledger', 'gives test keys an allowance of their own: 100 minutes a month']],
  },
  {
    says: 'One segment is one line: line breaks and other control characters become spaces',
    tests: [
      oneLine('is one line for each segment, whatever line breaks and control characters it holds'),
      oneLine('loses no word, and nothing else changes'),
    ],
  },
  {
    says: "A file declares a length only where the format's own mandatory header says it",
    tests: [
      declared('garbage behind a magic number never declares a length'),
      declared('flac: nothing is declared behind fLaC unless STREAMINFO follows as the format asks'),
      declared('wav: nothing is declared by a byte rate that contradicts the samples'),
    ],
  },
  {
    says: 'A call is billed by the terms of its acceptance, whatever is cancelled or changed while it is worked on',
    tests: [
      terms('is charged to the subscription of its acceptance when the plan is cancelled at once'),
      terms('keeps its limit when the plan is cancelled: what decodes longer than declared may still fill it'),
      terms('adds up exactly for each price of a period'),
      terms('bills calls that an earlier release accepted, measured or not, by the terms of their period'),
    ],
  },
  {
    says: 'A call that decodes longer than those terms allow goes by a larger plan that is in force by then',
    tests: [
      terms('goes by the larger plan that is in force by then, as a whole'),
      terms('stays with the terms of its acceptance where they suffice'),
    ],
  },
  {
    says: 'Deleting a call in progress bills the minutes that were sent to a provider and releases them before anything was sent',
    tests: [
      [
        'analysis/analysis-records',
        'releases its minutes before anything was sent, whatever was done without a provider',
      ],
      ['analysis/analysis-records', 'bills the minutes that were sent: %s'],
      ['analysis/analysis-records', 'beside the worker that settles it: exactly one entry, whoever is first'],
    ],
  },
  {
    says: 'A call that the model declines to judge is completed and billed; not_judged_reason and the summary say so',
    tests: [
      ['faults/paid-requests', 'a call whose model %s is completed, billed and not judged'],
      ['faults/paid-requests', 'a form asks no model about a call that its model would not judge'],
    ],
  },
  {
    says: 'A retry of a failed call continues from the pieces that were heard while its recording is stored',
    tests: [
      [
        'faults/paid-requests',
        'a call that fails after it was heard keeps its transcript for a retry, which pays for no piece again',
      ],
      [
        'faults/paid-requests',
        'a call of which one piece is refused sends only what is missing when it is started again',
      ],
    ],
  },
  {
    says: 'POST /analysis/{id}/retry starts a failed call again while its recording is stored: 200, `processing`',
    tests: [
      startedAgain('completes a failed call, bills it once and tells of each end under an id of its own'),
      startedAgain('can fail and be started again as often as the client likes'),
      startedAgain('lets one of many simultaneous requests win'),
      startedAgain('is done once for all requests with one Idempotency-Key'),
      startedAgain('is followed by events anew, also by a client that saw the first end'),
      startedAgain('withdraws a notification of the failure that is still to be sent, and it cannot be sent again'),
    ],
  },
  {
    says: 'A retry is 400 for what did not fail and for a recording that is gone, 402 without minutes, 403 for a test key',
    tests: [
      startedAgain('refuses what is in progress, and what has no recording any more'),
      startedAgain('needs the minutes anew, under the plan as it is by then'),
      startedAgain('takes the minutes of the mode of the analysis, and lets no test key spend those of live mode'),
    ],
  },
  {
    says: 'GET /analysis/{id}/report is a page with the recording by its signed link, or in it with audio=embedded',
    tests: [
      reports('is a page with every turn, the sound of both channels, the bill, and the recording by its signed link'),
      reports('is one file with audio=embedded: the recording is in it'),
    ],
  },
  {
    says: 'A report is 404 "Report not available" until its analysis is completed, and 400 with a recording too large to embed',
    tests: [
      reports('is 404 until the analysis is completed, as the transcript is, and so is a link to it'),
      reports('refuses to embed a recording of more than 32 MB, and works without one that is no longer stored'),
    ],
  },
  {
    says: 'POST /analysis/{id}/report-link makes a link for 60 to 604,800 seconds that needs no credentials',
    tests: [
      reports('is a link that opens the same page without credentials, for an hour unless told otherwise'),
      reports('refuses %s seconds'),
    ],
  },
  {
    says: 'The link is 403 once it is altered or has expired, and 404 once the analysis is deleted',
    tests: [
      reports('covers the analysis, its mode and the end: a link that is altered or has expired is 403'),
      reports('opens no recording with the signature of a report, and no report with that of a recording'),
      reports('is 404 once the analysis is deleted'),
    ],
  },
  {
    says: 'POST /auth/token takes the password grant of OAuth 2 and answers as the log-in does, within the same limits',
    tests: [
      logIns('takes the form of OAuth 2 and gives the tokens of a log-in'),
      logIns('refuses as the log-in does'),
      ['auth/auth-budget', 'is the same for both ways to log in, whatever else the form holds'],
    ],
  },
  {
    says: 'GET /billing/plans lists the plans of the configuration for anyone',
    tests: [['billing/billing.controller', 'lists the configured plans for anyone, and may be cached']],
  },
  {
    says: 'GET / is a page for people and a list of addresses for programs that ask for JSON',
    tests: [
      ['site/landing.controller', 'is a page that loads nothing, and that a browser may keep'],
      ['site/landing.controller', 'answers a program with the same links'],
    ],
  },
  {
    says: 'With a test key, scenario stands in for the recording: words come from a file, all else is the real pipeline',
    tests: [
      sandbox('good_call: everything that the agent must do is found, each with its words'),
      sandbox('bad_call: violations are found, each with its words'),
      sandbox('mono_unclear_roles: speakers keep their numbers'),
      sandbox('no_speech: a completed analysis without words and scores'),
      sandbox('not_assessable: heard too badly for a finding'),
      sandbox('long_call: two hours of words'),
      sandbox('slow: 30 seconds, with progress'),
      sandbox('%s: fails with %s, and again after a retry'),
    ],
  },
  {
    says: 'A scenario takes no test minutes and asks no provider',
    tests: [sandbox('takes no minutes, asks no provider, and works when no test minutes are left')],
  },
  {
    says: 'quota_exceeded, overage_exceeded, storage_failed and rate_limited answer what the real refusal would',
    tests: [sandbox('%s: answers %d, and again with the same Idempotency-Key')],
  },
  {
    says: 'A scenario with a live credential is 422',
    tests: [sandbox('a live credential is refused in both forms')],
  },
  {
    says: 'A file or an audio_url that is sent along with a scenario is ignored',
    tests: [
      sandbox('a file is read and dropped, with the scenario %s it'),
      sandbox('a recording that came before the scenario is deleted again'),
      sandbox('an audio_url is ignored'),
    ],
  },
  {
    says: 'The same scenario gives the same result but for ids, times and links',
    tests: [sandbox('%s: %s times the same but for ids and times')],
  },
  {
    says: 'POST /analysis/from-url takes JSON alone, by the same handler, and POST /analysis keeps both bodies',
    tests: [
      fromUrl('is accepted as by POST /analysis, and names the members that the service does not know'),
      fromUrl('is one analysis for one Idempotency-Key, and another one than that of POST /analysis'),
      fromUrl('counts in the budget of submissions, which has the smaller limit here'),
      fromUrl('takes no form'),
    ],
  },
  {
    says: '/openapi-3.0.json is a 3.0.3 twin of the document with one body for each operation',
    tests: [
      ['platform/http/openapi/openapi-3-0.unit', 'has the same operations, each with one body'],
      ['contract/openapi', 'has a 3.0 twin that passes the linter too, with each of its examples'],
      ['clients/generators', '%s makes a client of it that compiles strictly and uploads'],
    ],
  },
  {
    says: 'GET /analysis/{id}/deliveries/{delivery_id} gives the signed request of a suppressed delivery, and of no other',
    tests: [
      deliveries('shows of one delivery of test mode the request that was not sent, by both secrets of a rotation'),
      deliveries('shows of one live delivery its attempts and no signature'),
      deliveries('shows no request once the analysis was started again'),
    ],
  },
  {
    says: 'POST /webhooks/test takes webhook_url or url, event and analysis_id',
    tests: [
      sample('goes to webhook_url; the name url still works, and both together only where they agree'),
      sample('tells of a failure where it is asked to'),
      sample('carries an analysis of the account, in the state that the event tells of'),
    ],
  },
  {
    says: 'POST /webhooks/test with a test key sends nothing and answers 200 with the signed request',
    tests: [sample('is not sent in test mode: the answer shows the signed request')],
  },
];
