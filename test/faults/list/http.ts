import type { FaultGroup } from './fault.js';
import {
  analysisController,
  bodyGuard,
  canaries,
  drippingUploads,
  fetchRecording,
  hostileForms,
  hostileRequests,
  httpRules,
  outboundDownload,
  pathIds,
  recordingLink,
  refusedBody,
  slowUploads,
  submissionLimits,
  uploads,
} from './test-files.js';

export const HTTP: FaultGroup = {
  title: 'Abuse of HTTP and uploads',
  faults: [
    {
      number: 47,
      title: 'Uploads of exactly 500 MB, of one byte more, and with a false Content-Length',
      outcome:
        '500 MB get 201. More gets 400 with the sentence about the limit. Nothing stays of an upload that was cut.',
      tests: [
        submissionLimits('may be exactly 500 MB'),
        submissionLimits('may not be one byte more'),
        uploads('more announced than sent: nothing is accepted, nothing stays'),
        uploads('less announced than sent: the form is refused as cut, and the rest is no request'),
        uploads('600 MB in chunks: cut where the limit is, with its sentence'),
      ],
      seenToFail:
        'The size was not limited: an upload of one byte more was accepted. Incomplete files were not deleted: one stayed.',
    },
    {
      number: 48,
      title: 'Clients abort their uploads',
      outcome: 'No file, no row and no reservation stays.',
      tests: [uploads('leave no file, no descriptor, no reservation and no connection')],
      seenToFail: 'Incomplete files were not deleted: fifty stayed.',
    },
    {
      number: 49,
      title: 'Slow clients, and slow servers that clients name',
      outcome:
        'A peer that stops sending, or sends single bytes, is disconnected. It does not hold resources that other clients need.',
      tests: [
        slowUploads('fault 49: senders who stand still are cut, two hundred at once, and others are served meanwhile'),
        slowUploads('fault 49: headers have twenty seconds'),
        drippingUploads('take less than 150 MB of the API process, and another upload goes its way beside them'),
        drippingUploads(
          'are at most 20 in one process; the next one is told when to come again, and other accounts are not',
        ),
        slowUploads('fault 49: headers that drip are cut, five hundred at once'),
        outboundDownload('gives up a server that sends a byte every five seconds, after half a minute'),
        outboundDownload('waits for the head of an answer no longer than it may take'),
        fetchRecording('that is too slow is given up without a second request, and tried again in a later run'),
      ],
      seenToFail:
        'Building this list found the fault: nothing disconnected a client that had stopped sending. It was fixed; with the fix removed, the test failed. A download that dripped was ended by its total deadline alone, after half an hour.',
    },
    {
      number: 50,
      title: '500 MB over a slow line',
      outcome: 'The upload gets 201, not 408.',
      tests: [
        slowUploads('fault 50: a recording that keeps coming is taken, however long it takes'),
        slowUploads('fault 50: 500 MB at 8 Mbit/s are taken'),
      ],
      seenToFail:
        'Node’s own limit of five minutes for a request was in force; then the required minimum speed was ten times as high: the test failed each time.',
    },
    {
      number: 51,
      title: 'The service refuses an upload',
      outcome:
        'The answer is sent before the body is read. A body of at most 8 MiB is read to its end. Of a longer body about one megabyte is read, so that the client can read the answer.',
      tests: [
        uploads('%s is refused before it is read'),
        uploads('without minutes is refused before it is read, with an Idempotency-Key too'),
        uploads('longer than what is left is refused by its header, with an Idempotency-Key too'),
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
        'The minutes were not checked before the body was read: the test failed. A recording whose header told that it was too long for the plan was read to its end: the client got no answer for a minute. The connection was cut right after one megabyte, whatever the length: the client saw a broken pipe instead of the answer. The total time was not limited: a client that sent single bytes stayed connected. Reading ended as soon as the format was known to be wrong: the client could not send the rest.',
    },
    {
      number: 52,
      title: 'Broken and hostile multipart forms',
      outcome: 'The request gets 422 or 400 with a detail. The process keeps running.',
      tests: [
        hostileForms('%s: an item that says where, and the service lives'),
        hostileForms('another form within is a recording that is none'),
        hostileForms('a long part without a name of its own is skipped, and the form behind it is read'),
        hostileForms('a part without a name is left aside or refused, and never breaks the form reader'),
      ],
      seenToFail:
        'Building this list found the fault: two kinds of form got 500, and one was never answered. Both were fixed.',
    },
    {
      number: 53,
      title: 'Hostile file names',
      outcome: 'A file name never becomes part of a path. In a header it is escaped.',
      tests: [
        hostileForms('%s is only a name'),
        hostileForms('no file name at all: a field tells the recording, not its file name'),
        canaries('are in no line of the log, no key of the queue, no column, and no failure told to a client'),
        recordingLink('gives every download a safe file name'),
      ],
      seenToFail: 'The name was written into the header as it was: the property test failed on its first example.',
    },
    {
      number: 54,
      title: 'Hostile `agent_id` and `contact_id`',
      outcome:
        'Values that are empty, too long or contain NUL get 422. All others come back unchanged and can be searched for.',
      tests: [
        hostileRequests('%s for an agent or a contact'),
        hostileRequests('a per cent sign finds per cent signs, and nothing else'),
        hostileRequests('a NUL in a query is refused, not looked for'),
        analysisController('takes %, _ and \\ in a search as themselves'),
      ],
      seenToFail:
        'NUL was not checked: the request got 500. `%` and `_` acted as wildcards in a search: the search did not find what was stored under them.',
    },
    {
      number: 55,
      title: 'Hostile JSON',
      outcome: 'The request gets 400 or 422 with a detail.',
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
      seenToFail: 'JSON of any depth was parsed; then a body of any length was read: a test failed each time.',
    },
    {
      number: 56,
      title: 'Hostile query parameters',
      outcome:
        'The request gets 422 with the name of the parameter. A huge offset gives an empty page with the correct total.',
      tests: [
        hostileRequests('?%s is refused, and the place is told'),
        hostileRequests('an offset behind everything: an empty page with the right total'),
        analysisController('answers an offset behind the end with an empty page and the true total'),
      ],
      seenToFail: 'Numbers were converted without a check: the request got 200.',
    },
    {
      number: 57,
      title: 'Hostile ids in a path',
      outcome:
        'The request gets the same 422 in every account. Ids in capital letters are equal to ids in small letters.',
      tests: [
        hostileRequests('%s is refused with the same answer for the owner and a stranger'),
        hostileRequests('in capitals are the same id'),
        hostileRequests('%00 and a path upwards lead to no other route'),
        pathIds('of 4 kB is not sent back'),
      ],
      seenToFail: 'Ids in paths were not checked: the request got 500.',
    },
    {
      number: 58,
      title: 'Request smuggling, floods of headers, pipelining',
      outcome:
        'Malformed requests get 400, too many headers get 431. No client gets the answer to another client’s request.',
      tests: [
        hostileRequests('%s: refused, and nothing behind it is a request of its own'),
        hostileRequests('20 kB of headers are refused with 431, 200 headers are read'),
        hostileRequests('HTTP/1.0 is answered, and without a host only where the old version needs none'),
        hostileRequests(
          'a thousand requests of two accounts down one connection: each is answered to its own caller, in order',
        ),
      ],
      seenToFail:
        'All requests shared one Passport strategy object, which is the library’s default: some requests were never answered.',
    },
    {
      number: 59,
      title: 'Plain HTTP',
      outcome: 'It is refused where HTTPS is required. A forged `X-Forwarded-Proto` header has no effect.',
      tests: [
        httpRules('is required for everything but probes, and a forwarded header counts only from a trusted proxy'),
      ],
      seenToFail: 'The header was trusted from any sender: the request got 200.',
    },
  ],
};
