import type { FaultGroup } from './fault.js';
import {
  frozenWorker,
  killedBeforeTheAnswerWasKept,
  killedInAScenario,
  killedInEachStep,
  killedProcesses,
} from './test-files.js';

export const CRASHES: FaultGroup = {
  title: 'Crashes along the pipeline',
  faults: [
    {
      number: 1,
      title: 'An API process is killed in the middle of an upload',
      outcome:
        'The client sees a connection reset. No analysis row and no reservation of minutes exist. The next API process that starts deletes the incomplete file.',
      tests: [killedProcesses('API, in the middle of an upload: the client sees a reset, and nothing is left')],
      seenToFail: 'The deletion of incomplete files was removed: the file of the killed process stayed.',
    },
    {
      number: 2,
      title: 'An API process is killed after it stored the recording, before it committed the row',
      outcome:
        'No analysis row exists. The sweep deletes the recording. A retry with the same idempotency key makes one analysis.',
      tests: [
        killedProcesses('API, with the recording stored and the row not committed: no row, and the recording is swept'),
        killedBeforeTheAnswerWasKept(
          'after it stored the recording, before it accepted the call: the retry is accepted once',
        ),
        killedBeforeTheAnswerWasKept('leaves accepted calls that a worker then ends once each'),
      ],
      seenToFail:
        'The deletion of recordings without an analysis was removed: the recording stayed. The takeover of an abandoned idempotency key was removed: the retry was told that the first request was still running.',
    },
    {
      number: 3,
      title: 'An API process is killed after the commit, before it enqueued the call',
      outcome: 'A worker’s sweep finds the row. The call is completed once and billed once.',
      tests: [
        killedProcesses(
          'API, between the commit and the enqueueing: the sweep finds the row, and the call is completed',
        ),
      ],
      seenToFail: 'The sweep no longer looked for waiting calls: the call stayed in progress, and the test timed out.',
    },
    {
      number: 4,
      title: 'An API process is killed before it replied',
      outcome: 'A retry with the same idempotency key gets the same analysis.',
      tests: [
        killedBeforeTheAnswerWasKept(
          'after it accepted the call, before it stored its answer (%s): the retry gets the same analysis',
        ),
        killedBeforeTheAnswerWasKept('leaves accepted calls that a worker then ends once each'),
      ],
      seenToFail:
        'The id of the new analysis was not recorded under its idempotency key: the retry did not get that analysis.',
    },
    {
      number: 5,
      title: 'A worker is killed before it asked any provider',
      outcome: 'Another worker finishes the call. The call has one ledger entry.',
      tests: [
        killedInEachStep('fetching: the recording is downloaded again'),
        killedInEachStep('measuring: nothing of the measurement was recorded, all of it is made again'),
      ],
      seenToFail: 'Expired leases were not taken over: the call stayed in progress.',
    },
    {
      number: 6,
      title: 'A worker is killed during transcription',
      outcome:
        'Another worker finishes the call. It asks again only for the piece that was unfinished. So it does with a scenario of the sandbox.',
      tests: [
        killedInEachStep('transcribing: pieces that were heard are not sent again'),
        killedInAScenario('the next one hears the rest, and nothing twice'),
      ],
      seenToFail:
        'The recorded pieces were not read: the worker sent all pieces again, and of a scenario it recorded all stretches again.',
    },
    {
      number: 7,
      title: 'A worker is killed with a provider’s answer that it has not recorded yet',
      outcome: 'Another worker asks the provider again. The client is billed once.',
      tests: [
        killedProcesses(
          'worker, before it recorded an answer of the provider: the provider is asked again, the client is billed once',
        ),
      ],
      seenToFail: 'Expired leases were not taken over: the call stayed in progress.',
    },
    {
      number: 8,
      title: 'A worker is killed between transcription and analysis',
      outcome: 'The transcription is not paid for again.',
      tests: [killedInEachStep('analysing: the transcription is not paid for again')],
      seenToFail:
        'Neither the recorded transcript nor the recorded pieces were read: the worker sent all pieces again.',
    },
    {
      number: 9,
      title: 'A worker is killed in the final transaction',
      outcome:
        'The transaction happens entirely or not at all: the call is still in progress and has no ledger entry. Another worker then completes it once.',
      tests: [killedInEachStep('settling: all or nothing, and then once')],
      seenToFail:
        'The final state was written outside the transaction of the ledger entry: the test saw a call that was completed and not billed.',
    },
    {
      number: 10,
      title: 'A worker is killed after the final commit, before the queue knows that the job is done',
      outcome: 'The second run of the job does nothing: no second ledger entry and no second event.',
      tests: [
        killedProcesses(
          'worker, between the final commit and the acknowledgement to the queue: the second run does nothing',
        ),
      ],
      seenToFail:
        'The claim checked neither the state nor the lease: the second run changed the row of a completed call.',
    },
    {
      number: 11,
      title: 'A worker is killed while it notifies the receiver',
      outcome: 'Another worker sends the notification again under the same id.',
      tests: [
        killedProcesses(
          'worker, while it notifies the receiver: another worker sends the notification under the same id',
        ),
      ],
      seenToFail:
        'A notification counted as delivered as soon as a sender had claimed it: the receiver got no second attempt. Each attempt had an id of its own: the test saw two ids.',
    },
    {
      number: 12,
      title: 'A worker is killed after the receiver answered 2xx, before it recorded that',
      outcome: 'Another worker sends the notification again under the same id. The call has one ledger entry.',
      tests: [
        killedProcesses(
          'worker, before it recorded the answer of the receiver: the notification is sent again under the same id',
        ),
      ],
      seenToFail:
        'A notification counted as delivered as soon as a sender had claimed it; then each attempt had an id of its own: the test failed each time.',
    },
    {
      number: 13,
      title: 'The same call kills its worker again and again',
      outcome:
        'After five crashes the call fails with a reason. Its reservation is released, nothing is billed, and no notification is sent.',
      tests: [killedProcesses('fails the call after five crashes, bills nothing, and sends no notification')],
      seenToFail: 'Crashes were not counted: the call stayed in progress, and the test timed out.',
    },
    {
      number: 14,
      title: 'A worker is frozen for longer than its lease',
      outcome: 'Another worker takes over the call. The frozen worker changes nothing when it wakes.',
      tests: [frozenWorker('because it was frozen finds its call completed by another worker, and changes nothing')],
      seenToFail: 'Writes did not check the fence: the late worker changed the row and left a checkpoint.',
    },
    {
      number: 15,
      title: 'A worker loses its connection to Redis, and to nothing else',
      outcome: 'The worker keeps its call and finishes it. It takes other calls once it is connected again.',
      tests: [frozenWorker('because it was cut off from the queue still has its call')],
      seenToFail: 'The worker sent no heartbeat to the database: the other worker took the call.',
    },
  ],
};
