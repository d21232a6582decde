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
  title: 'Providers',
  faults: [
    {
      number: 69,
      title: 'A provider answers 429 with Retry-After',
      outcome: 'The worker waits as long as asked. It sends again only the piece that was refused.',
      tests: [
        providerFailures(
          'fault 69: five times 429 are six requests, waited for as told, and the next call does not wait with it',
        ),
        failurePolicy('is retried when it asks to be, else with exponential back-off and jitter'),
      ],
      seenToFail: 'Retry-After was ignored: the worker asked again too soon.',
    },
    {
      number: 70,
      title: 'A provider answers 500, resets the connection or hangs',
      outcome: 'The worker retries up to a limit. Then the call fails, and nothing stays reserved or is billed.',
      tests: [
        providerFailures(
          'fault 70: a provider that resets is asked as often as it is given, then the call has failed and nothing is reserved',
        ),
        whatCanGoWrong(
          'fails the call after all attempts at a failing provider, notifies the client, and bills nothing',
        ),
        openAiClient('a hang ends with the deadline'),
      ],
      seenToFail:
        'Attempts were not counted: the call stayed in progress. The client library retried on its own as well: the provider got 18 requests where 6 are allowed.',
    },
    {
      number: 71,
      title: 'A provider’s replies are nonsense, cut off, empty or huge',
      outcome: 'The worker asks a second time; then the call fails. Memory use is bounded.',
      tests: [
        providerFailures('fault 71: %s for a transcript: asked once more, then failed, without a word of it'),
        providerFailures(
          'fault 71: a judgement that is none: asked once more, then failed, and the transcription is not asked again',
        ),
        openAiClient('60 MB are not read'),
        openAiAnalysisReport('puts numbers out of range, bad characters and excess right'),
      ],
      seenToFail:
        'A reply of any length was read: it was accepted. An unusable reply was retried like an outage: the call stayed in progress.',
    },
    {
      number: 72,
      title: 'NUL and half characters (lone surrogates) in a transcript',
      outcome: 'They are replaced, and the call is completed.',
      tests: [
        providerFailures('fault 72: characters that a database refuses are replaced, and the call is completed'),
        openAiSpeechToText('NUL and lone surrogates are replaced, whole pairs kept'),
      ],
      seenToFail: 'The characters were not replaced: NUL was in the transcript.',
    },
    {
      number: 73,
      title: 'A provider is down for an hour with 500 calls queued',
      outcome: 'Submissions still get 201. All calls are completed afterwards.',
      tests: [
        providerFailures(
          'fault 73: away while calls come in: they are taken, and all are completed, each once, when it is back',
        ),
      ],
      seenToFail: 'The first failure ended a call: the call failed.',
    },
    {
      number: 74,
      title: 'A provider key that is wrong or revoked',
      outcome:
        'All calls wait. The readiness check and the metrics tell operators. The service does not flood the provider with requests.',
      tests: [
        whatCanGoWrong('pauses the engine for all calls, tells operators, and fails nothing yet'),
        failurePolicy('that refuses our credentials has the time, whatever the attempts: %s'),
      ],
      seenToFail: 'Refused credentials did not pause the engine: the test saw that in the readiness check.',
    },
  ],
};
