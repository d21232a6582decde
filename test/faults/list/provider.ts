import type { FaultGroup } from './fault.js';
import {
  enginePause,
  failurePolicy,
  openAiAnalysisReport,
  openAiClient,
  openAiSpeechToText,
  providerAway,
  providerFailures,
  whatCanGoWrong,
} from './test-files.js';

export const PROVIDER: FaultGroup = {
  title: 'Providers',
  faults: [
    {
      number: 69,
      title: 'A provider answers 429 with Retry-After',
      outcome: 'All workers wait as long as asked. Only the piece that was refused is sent again.',
      tests: [
        providerFailures('fault 69: five times 429 are waited for as told, and nothing else is sent meanwhile'),
        failurePolicy('is retried when it asks to be, else with exponential back-off and jitter'),
      ],
      seenToFail: 'Retry-After was ignored: the worker asked again too soon.',
    },
    {
      number: 70,
      title: 'A provider answers 500, resets the connection or hangs, for one call while it answers others',
      outcome: 'The worker retries up to a limit. Then the call fails, and nothing stays reserved or is billed.',
      tests: [
        providerFailures(
          'fault 70: a call that the provider resets, while it answers others, is asked for six times, then it has failed and nothing is reserved',
        ),
        whatCanGoWrong(
          'fails a call for which the provider fails while it answers others, notifies the client, and bills nothing',
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
      outcome:
        'Submissions still get 201. Probes alone are sent meanwhile. All calls are completed afterwards; none fails, and none loses an attempt.',
      tests: [
        providerAway(
          'fault 73: for an hour with calls queued: probes alone are sent, none fails, no attempt is burnt, all are completed',
        ),
        providerAway('fails a call when its patience ends, also one that no worker took up, and bills nothing'),
        providerAway('%s: every call of that time is completed'),
        enginePause('lets exactly one call over all processes through as a probe, with all its requests'),
      ],
      seenToFail:
        'Each call counted the outage against its own attempts: after a minute of 503, or half a minute of 429, every call had failed.',
    },
    {
      number: 74,
      title: 'A provider key that is wrong or revoked',
      outcome:
        'All calls wait. The readiness check and the metrics tell operators. The service does not flood the provider with requests.',
      tests: [
        whatCanGoWrong('pauses the engine for all calls, tells operators, and fails nothing yet'),
        failurePolicy('burns no attempt of a call: %s'),
        enginePause('doubles with each probe that fails, up to a minute, and begins small after a success'),
      ],
      seenToFail: 'Refused credentials did not pause the engine: the test saw that in the readiness check.',
    },
  ],
};
