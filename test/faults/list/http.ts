import type { FaultGroup } from './fault.js';
import {
  analysisController,
  bodyGuard,
  canaries,
  hostileForms,
  hostileRequests,
  httpRules,
  pathIds,
  recordingLink,
  refusedBody,
  slowUploads,
  submissionLimits,
  uploads,
} from './test-files.js';

export const HTTP: FaultGroup = {
  title: 'HTTP and upload abuse',
  faults: [
    {
      number: 47,
      title: 'Exactly 500 MB, one byte more, and lengths that are not true',
      outcome: '201; 400 with its sentence; nothing stays of what was cut.',
      tests: [
        submissionLimits('may be exactly 500 MB'),
        submissionLimits('may not be one byte more'),
        uploads('more announced than sent: nothing is accepted, nothing stays'),
        uploads('less announced than sent: the form is refused as cut, and the rest is no request'),
        uploads('600 MB in chunks: cut where the limit is, with its sentence'),
      ],
      seenToFail: 'No limit to the size: one byte more was accepted. A half file was not removed: it stayed.',
    },
    {
      number: 48,
      title: 'Aborted uploads',
      outcome: 'No file, no row and no reservation is left.',
      tests: [uploads('leave no file, no descriptor, no reservation and no connection')],
      seenToFail: 'A half file was not removed: fifty stayed.',
    },
    {
      number: 49,
      title: 'Slow clients',
      outcome: 'Readers who leave or drip hold nothing.',
      tests: [
        slowUploads('fault 49: senders who stand still are cut, two hundred at once, and others are served meanwhile'),
        slowUploads('fault 49: headers have twenty seconds'),
        slowUploads('fault 49: headers that drip are cut, five hundred at once'),
      ],
      seenToFail: 'repaired here: nothing cut such a sender before; with the cut taken out the test failed',
    },
    {
      number: 50,
      title: '500 MB over a slow line',
      outcome: '201, not 408.',
      tests: [
        slowUploads('fault 50: a recording that keeps coming is taken, however long it takes'),
        slowUploads('fault 50: 500 MB at 8 Mbit/s are taken'),
      ],
      seenToFail:
        'Node’s own limit of five minutes to a request; ten times the pace asked for: the test failed each time.',
    },
    {
      number: 51,
      title: 'Uploads that are refused',
      outcome:
        'Refused before the body is read; of more than 8 MiB about a megabyte is taken in, and the sender gets to read why.',
      tests: [
        uploads('%s is refused before it is read'),
        uploads('without minutes is refused before it is read, with an Idempotency-Key too'),
        uploads('past the rate limit is refused before it is read'),
        refusedBody('an upload with %s is read for little more than a megabyte, and cut once the answer could be read'),
        refusedBody(
          'a client that sends its whole body before it reads gets the answer, and can use the connection again',
        ),
        refusedBody('a client that sends nothing more is cut after two seconds'),
        refusedBody('a client that sends single bytes is cut after ten seconds'),
        uploads('of eight megabytes, %s, is taken to its end: a client that sends all before it reads gets its answer'),
      ],
      seenToFail:
        'without the look at the minutes before the body: the test failed. Cut at once after a megabyte, whatever the length: the sender was told of a broken pipe. Without an end to the whole time: who dripped stayed. A wrong format ended the reading at once: the sender could not send the rest.',
    },
    {
      number: 52,
      title: 'Broken and hostile multipart',
      outcome: '422 or 400 with detail; the process lives.',
      tests: [
        hostileForms('%s: an item that says where, and the service lives'),
        hostileForms('a part without a name is left aside or refused, and never breaks the form reader'),
      ],
      seenToFail: 'found here and repaired: two shapes were 500, one was never answered',
    },
    {
      number: 53,
      title: 'Hostile file names',
      outcome: 'Never part of a path; safe in a header.',
      tests: [
        hostileForms('%s is only a name'),
        hostileForms('no file name at all: the recording is missing'),
        canaries('are in no line of the log, no key of the queue, no column, and no failure told to a client'),
        recordingLink('gives every download a safe file name'),
      ],
      seenToFail: 'The name went into the header as it was: the first property that was tried failed.',
    },
    {
      number: 54,
      title: 'Hostile agent_id and contact_id',
      outcome: 'Empty, long and NUL are 422; the rest comes back unchanged and is found.',
      tests: [
        hostileRequests('%s for an agent or a contact'),
        hostileRequests('a per cent sign finds per cent signs, and nothing else'),
        hostileRequests('a NUL in a query is refused, not looked for'),
        analysisController('takes %, _ and \\ in a search as themselves'),
      ],
      seenToFail:
        'NUL was not looked for: 500. % and _ meant anything in a search: what was stored under them was not found.',
    },
    {
      number: 55,
      title: 'Hostile JSON',
      outcome: '400 or 422 with detail.',
      tests: [
        hostileRequests('of 200 kB is taken, of 50 MB refused'),
        hostileRequests('that is %s'),
        hostileRequests('with the names of a prototype changes nothing but itself'),
        hostileRequests('with a member twice counts the last, as everywhere'),
        hostileRequests('with %s for a text is told so, and nothing is turned into text'),
        hostileRequests('under another Content-Type'),
        bodyGuard('that nest too deeply are refused before they are parsed'),
        bodyGuard('a compressed body counts at its full size'),
      ],
      seenToFail: 'Any depth was parsed, any length read: a test failed each time.',
    },
    {
      number: 56,
      title: 'Hostile query parameters',
      outcome: '422 that names them; a huge offset gives an empty page with its total.',
      tests: [
        hostileRequests('?%s is refused, and the place is told'),
        hostileRequests('an offset behind everything: an empty page with the right total; unknown filters are ignored'),
        analysisController('answers an offset behind the end with an empty page and the true total'),
      ],
      seenToFail: 'Numbers were converted as they came: 200.',
    },
    {
      number: 57,
      title: 'Hostile path ids',
      outcome: '422, alike for all accounts; capitals are equal.',
      tests: [
        hostileRequests('%s is refused alike, whoever asks'),
        hostileRequests('in capitals are the same id'),
        hostileRequests('%00 and a path upwards lead to no other route'),
        pathIds('of 4 kB is not sent back'),
      ],
      seenToFail: 'Path ids were not looked at: 500.',
    },
    {
      number: 58,
      title: 'Smuggling shapes, header floods, pipelining',
      outcome: '400 or 431; no cross-talk.',
      tests: [
        hostileRequests('%s: refused, and nothing behind it is a request of its own'),
        hostileRequests('20 kB of headers are refused with 431, 200 headers are read'),
        hostileRequests('HTTP/1.0 is answered, and without a host only where the old version needs none'),
        hostileRequests(
          'a thousand requests of two accounts down one connection: each is answered to its own caller, in order',
        ),
      ],
      seenToFail: 'One strategy object for all requests, as the library has it by default: requests went unanswered.',
    },
    {
      number: 59,
      title: 'Plain HTTP',
      outcome: 'Refused where HTTPS is required; a forged header is not believed.',
      tests: [
        httpRules('is required for everything but probes, and a forwarded header counts only from a trusted proxy'),
      ],
      seenToFail: 'The header was believed from anybody: 200.',
    },
  ],
};
