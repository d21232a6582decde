import type { FaultGroup } from './fault.js';
import {
  failurePolicy,
  openAiAnalysisReport,
  openAiClient,
  openAiSpeechToText,
  providerFailures,
  whatCanGoWrong,
} from './test-files.js';

export const PROVIDER: FaultGroup = {
  title: 'Provider',
  faults: [
    {
      number: 69,
      title: '429 with Retry-After',
      outcome: 'Waits as told; only the refused piece is asked for again.',
      tests: [
        providerFailures(
          'fault 69: five times 429 are six requests, waited for as told, and the next call does not wait with it',
        ),
        failurePolicy('is retried when it asks to be, else with exponential back-off and jitter'),
      ],
      seenToFail: 'What the provider asks for was not kept to: it was asked again too soon.',
    },
    {
      number: 70,
      title: '500, reset, hang',
      outcome: 'Tried again within bounds, then failed; nothing reserved or billed.',
      tests: [
        providerFailures(
          'fault 70: a provider that resets is asked as often as it is given, then the call has failed and nothing is reserved',
        ),
        whatCanGoWrong(
          'gives a failing provider up after the attempts it is given, tells whoever asked, and bills nothing',
        ),
        openAiClient('a hang ends with the deadline'),
      ],
      seenToFail:
        'Attempts were not counted: the call stayed in progress. The client library tried again by itself: 18 requests where 6 are allowed.',
    },
    {
      number: 71,
      title: 'Nonsense, cut, empty and huge replies',
      outcome: 'One second try, then failed; memory is bounded.',
      tests: [
        providerFailures('fault 71: %s for a transcript: asked once more, then failed, without a word of it'),
        providerFailures(
          'fault 71: a judgement that is none: asked once more, then failed, and the transcription is not asked again',
        ),
        openAiClient('60 MB are not read'),
        openAiAnalysisReport('puts numbers out of range, bad characters and excess right'),
      ],
      seenToFail:
        'A reply of any length was read: it was taken. An unusable answer was tried again like a failure: the call stayed in progress.',
    },
    {
      number: 72,
      title: 'NUL and half characters in a transcript',
      outcome: 'Replaced; completed.',
      tests: [
        providerFailures('fault 72: characters that a database refuses are replaced, and the call is completed'),
        openAiSpeechToText('NUL and lone surrogates are replaced, whole pairs kept'),
      ],
      seenToFail: 'Characters stayed as they were: NUL was in the transcript.',
    },
    {
      number: 73,
      title: 'Provider down for an hour with 500 calls queued',
      outcome: 'Submissions stay 201; all finish afterwards.',
      tests: [
        providerFailures(
          'fault 73: away while calls come in: they are taken, and all are completed, each once, when it is back',
        ),
      ],
      seenToFail: 'The first failure ended a call: it failed.',
    },
    {
      number: 74,
      title: 'Wrong or revoked provider key',
      outcome: 'All calls wait, operators are told; no storm.',
      tests: [
        whatCanGoWrong('pauses the engine for all calls, tells operators, and fails nothing yet'),
        failurePolicy('that refuses our credentials has the time, whatever the attempts: %s'),
      ],
      seenToFail: 'Refused credentials paused nothing: readiness said so.',
    },
  ],
};
