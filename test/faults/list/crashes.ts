import type { FaultGroup } from './fault.js';
import { frozenWorker, killedBeforeTheAnswerWasKept, killedInEachStep, killedProcesses } from './test-files.js';

export const CRASHES: FaultGroup = {
  title: 'Crashes along the pipeline',
  faults: [
    {
      number: 1,
      title: 'API killed in mid-upload',
      outcome: 'The client sees a reset; no row, no reservation; the half file is swept.',
      tests: [killedProcesses('API, in mid-upload: the sender sees it, and nothing is left')],
      seenToFail: 'Half files were not swept: that of the killed process stayed.',
    },
    {
      number: 2,
      title: 'API killed with the recording stored and the row not committed',
      outcome: 'No row; the recording is swept; a retry with the same key makes one analysis.',
      tests: [
        killedProcesses('API, with the recording stored and the row not committed: no row, and the recording is swept'),
        killedBeforeTheAnswerWasKept('stored, not accepted: the retry is accepted, once'),
        killedBeforeTheAnswerWasKept('and all that was accepted is worked on, once'),
      ],
      seenToFail:
        'Recordings without an owner were not deleted: it stayed. An abandoned key was not taken over: the retry was told that the first request still runs.',
    },
    {
      number: 3,
      title: 'API killed between the commit and the ring',
      outcome: 'The sweep of a worker finds the row and rings; completed once, billed once.',
      tests: [killedProcesses('API, between the commit and the ring: the row is found and worked on')],
      seenToFail:
        'The sweep was kept from ringing for waiting calls: the call stayed in progress and the test ran out of time.',
    },
    {
      number: 4,
      title: 'API killed before the reply',
      outcome: 'The retry with the same key is given the same analysis.',
      tests: [
        killedBeforeTheAnswerWasKept('accepted, not kept (%s): the retry answers with the same analysis'),
        killedBeforeTheAnswerWasKept('and all that was accepted is worked on, once'),
      ],
      seenToFail: 'What had been made was not noted under its key: the retry did not get it.',
    },
    {
      number: 5,
      title: 'Worker killed before any provider was asked',
      outcome: 'Another worker finishes; one ledger entry.',
      tests: [
        killedInEachStep('fetching: the recording is downloaded again'),
        killedInEachStep('measuring: nothing of the measurement was recorded, all of it is made again'),
      ],
      seenToFail: 'A lease that had run out was not taken over: the call stayed in progress.',
    },
    {
      number: 6,
      title: 'Worker killed during transcription',
      outcome: 'Finished by another; only the open piece is asked for twice.',
      tests: [killedInEachStep('transcribing: pieces that were heard are not sent again')],
      seenToFail: 'Pieces on record were not read: all were sent again.',
    },
    {
      number: 7,
      title: 'Worker killed with an answer not yet on record',
      outcome: 'Asked again; billed once to the client.',
      tests: [
        killedProcesses(
          'worker, with an answer of the provider in hand and not yet on record: asked again, billed once',
        ),
      ],
      seenToFail: 'A lease that had run out was not taken over: the call stayed in progress.',
    },
    {
      number: 8,
      title: 'Worker killed between transcription and analysis',
      outcome: 'The transcription is not paid for again.',
      tests: [killedInEachStep('analysing: the transcription is not paid for again')],
      seenToFail: 'Neither the transcript nor the pieces on record were read: all pieces were sent again.',
    },
    {
      number: 9,
      title: 'Worker killed in the final transaction',
      outcome: 'All or nothing: still in progress and no ledger entry; then completed once.',
      tests: [killedInEachStep('settling: all or nothing, and then once')],
      seenToFail:
        'The final state was written outside the transaction of the ledger entry: the test saw it completed unbilled.',
    },
    {
      number: 10,
      title: 'Worker killed after the final commit, before the queue knows',
      outcome: 'The second run does nothing: no second entry, no second event.',
      tests: [killedProcesses('worker, between the final commit and telling the queue: the second run does nothing')],
      seenToFail: 'A claim looked at neither state nor lease: the second run changed the row of a completed call.',
    },
    {
      number: 11,
      title: 'Worker killed while it tells the receiver',
      outcome: 'Another one tells it, told again under the same id.',
      tests: [killedProcesses('worker, while it tells the receiver: told by another one, under the same id')],
      seenToFail:
        'A notification counted as delivered once a sender had claimed it: nobody was told again. Each attempt had an id of its own: the test saw two.',
    },
    {
      number: 12,
      title: 'Worker killed after a 2xx, before that is on record',
      outcome: 'It is told again under the same id; one ledger entry.',
      tests: [
        killedProcesses('worker, with the answer of the receiver not yet on record: told again, under the same id'),
      ],
      seenToFail: 'As for 11, and the test failed each time.',
    },
    {
      number: 13,
      title: 'The same call kills its worker again and again',
      outcome: 'Failed with a reason after five times; nothing reserved, billed or told.',
      tests: [killedProcesses('is given up after five times, bills nothing, and tells nobody')],
      seenToFail: 'Crashes were not counted: the call stayed in progress, and the test ran out of time.',
    },
    {
      number: 14,
      title: 'A worker stands still for longer than its lease',
      outcome: 'Another takes over; the late one changes nothing.',
      tests: [frozenWorker('from standing still finds its call done by another, and changes nothing')],
      seenToFail: 'Writes did not name the fence: the late worker changed the row and left a checkpoint.',
    },
    {
      number: 15,
      title: 'A worker cut off from Redis alone',
      outcome: 'It keeps its call, finishes it, and takes others when it is back.',
      tests: [frozenWorker('from being cut off from the queue has kept its call all the while')],
      seenToFail: 'No signs of life went to the database: the other worker took the call.',
    },
  ],
};
