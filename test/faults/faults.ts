// The faults and abuses that the service is to survive, each with the outcome it must have and the tests that show it.

export interface Fault {
  readonly number: number;
  readonly title: string;
  readonly outcome: string;
  /** Under `test`, without `.test.ts`. */
  readonly tests: readonly { readonly file: string; readonly title: string }[];
  /** What was taken out or broken to see the tests fail, and what they then saw; null where that was not tried. */
  readonly seenToFail: string | null;
}

const at =
  (file: string) =>
  (title: string): Fault['tests'][number] => ({ file, title });

const killed = at('faults/killed-processes');
const step = at('e2e/killed-in-each-step');
const frozen = at('faults/frozen-worker');
const redis = at('faults/redis-away');
const postgres = at('faults/postgres-away');
const storage = at('faults/storage-away');
const stopping = at('faults/stopping');
const together = at('faults/starting-together');
const minutes = at('faults/minutes-at-the-limit');
const clock = at('faults/wrong-clock');
const ledger = at('billing/minutes-ledger');
const paymentEvents = at('billing/payment-events.service');
const overage = at('billing/overage-sender');
const idempotency = at('platform/http/idempotency/idempotency.interceptor');
const beforeKept = at('faults/killed-before-the-answer-was-kept');
const limits = at('platform/http/rate-limit/rate-limit.guard');
const guard = at('auth/caller.guard');
const tokens = at('auth/auth.controller');
const mishap = at('e2e/what-can-go-wrong');
const refused = at('e2e/recordings-refused');
const decoder = at('adapters/ffmpeg/ffmpeg.audio-decoder');
const openai = at('adapters/openai/openai-client.unit');
const hearing = at('adapters/openai/openai.speech-to-text.unit');
const analysisReport = at('adapters/openai/openai-analysis-report.unit');
const delivery = at('webhooks/deliver-webhook');
const door = at('platform/outbound/outbound-door.unit');
const post = at('platform/outbound/outbound-door.post.unit');
const address = at('platform/outbound/check-url.unit');
const pathIds = at('platform/http/validation/path-ids.guard');
const bodies = at('platform/http/body/body.guard');
const refusedBody = at('platform/http/body/refused-body');
const submission = at('contract/submission-limits');
const list = at('analysis/analysis.controller');
const users = at('users/users.controller');

const fault = (
  number: number,
  title: string,
  outcome: string,
  tests: Fault['tests'],
  seenToFail: string | null = null,
): Fault => ({ number, title, outcome, tests, seenToFail });

const IN_UPLOAD = killed('API, in mid-upload: the sender sees it, and nothing is left');
const TOLD_AGAIN = 'told again under the same id';

export const FAULTS: readonly Fault[] = [
  // Crashes along the pipeline
  fault(
    1,
    'API killed in mid-upload',
    'The client sees a reset; no row, no reservation; the half file is swept.',
    [IN_UPLOAD],
    'Half files were not swept: that of the killed process stayed.',
  ),
  fault(
    2,
    'API killed with the recording stored and the row not committed',
    'No row; the recording is swept; a retry with the same key makes one analysis.',
    [
      killed('API, with the recording stored and the row not committed: no row, and the recording is swept'),
      beforeKept('stored, not accepted: the retry is accepted, once'),
      beforeKept('and all that was accepted is worked on, once'),
    ],
    'Recordings without an owner were not deleted: it stayed. An abandoned key was not taken over: the retry was told that the first request still runs.',
  ),
  fault(
    3,
    'API killed between the commit and the ring',
    'The sweep of a worker finds the row and rings; completed once, billed once.',
    [killed('API, between the commit and the ring: the row is found and worked on')],
    'The sweep was kept from ringing for waiting calls: the call stayed in progress and the test ran out of time.',
  ),
  fault(
    4,
    'API killed before the reply',
    'The retry with the same key is given the same analysis.',
    [
      beforeKept('accepted, not kept (%s): the retry answers with the same analysis'),
      beforeKept('and all that was accepted is worked on, once'),
    ],
    'What had been made was not noted under its key: the retry did not get it.',
  ),
  fault(
    5,
    'Worker killed before any provider was asked',
    'Another worker finishes; one ledger entry.',
    [
      step('fetching: the recording is downloaded again'),
      step('measuring: nothing of the measurement was recorded, all of it is made again'),
    ],
    'A lease that had run out was not taken over: the call stayed in progress.',
  ),
  fault(
    6,
    'Worker killed during transcription',
    'Finished by another; only the open piece is asked for twice.',
    [step('transcribing: pieces that were heard are not sent again')],
    'Pieces on record were not read: all were sent again.',
  ),
  fault(
    7,
    'Worker killed with an answer not yet on record',
    'Asked again; billed once to the client.',
    [killed('worker, with an answer of the provider in hand and not yet on record: asked again, billed once')],
    'A lease that had run out was not taken over: the call stayed in progress.',
  ),
  fault(
    8,
    'Worker killed between transcription and analysis',
    'The transcription is not paid for again.',
    [step('analysing: the transcription is not paid for again')],
    'Neither the transcript nor the pieces on record were read: all pieces were sent again.',
  ),
  fault(
    9,
    'Worker killed in the final transaction',
    'All or nothing: still in progress and no ledger entry; then completed once.',
    [step('settling: all or nothing, and then once')],
    'The final state was written outside the transaction of the ledger entry: the test saw it completed unbilled.',
  ),
  fault(
    10,
    'Worker killed after the final commit, before the queue knows',
    'The second run does nothing: no second entry, no second event.',
    [killed('worker, between the final commit and telling the queue: the second run does nothing')],
    'A claim looked at neither state nor lease: the second run changed the row of a completed call.',
  ),
  fault(
    11,
    'Worker killed while it tells the receiver',
    `Another one tells it, ${TOLD_AGAIN}.`,
    [killed('worker, while it tells the receiver: told by another one, under the same id')],
    'A notification counted as delivered once a sender had claimed it: nobody was told again. Each attempt had an id of its own: the test saw two.',
  ),
  fault(
    12,
    'Worker killed after a 2xx, before that is on record',
    `It is ${TOLD_AGAIN}; one ledger entry.`,
    [killed('worker, with the answer of the receiver not yet on record: told again, under the same id')],
    'As for 11, and the test failed each time.',
  ),
  fault(
    13,
    'The same call kills its worker again and again',
    'Failed with a reason after five times; nothing reserved, billed or told.',
    [killed('is given up after five times, bills nothing, and tells nobody')],
    'Crashes were not counted: the call stayed in progress, and the test ran out of time.',
  ),
  fault(
    14,
    'A worker stands still for longer than its lease',
    'Another takes over; the late one changes nothing.',
    [frozen('from standing still finds its call done by another, and changes nothing')],
    'Writes did not name the fence: the late worker changed the row and left a checkpoint.',
  ),
  fault(
    15,
    'A worker cut off from Redis alone',
    'It keeps its call, finishes it, and takes others when it is back.',
    [frozen('from being cut off from the queue has kept its call all the while')],
    'No signs of life went to the database: the other worker took the call.',
  ),

  // Infrastructure
  fault(
    16,
    'Redis restarted with its files, calls waiting and running',
    'All complete, each billed once.',
    [redis('restarted with its files, calls waiting and running: each is completed once')],
    'Lost connections to Redis were not made anew: the calls stayed in progress.',
  ),
  fault(
    17,
    'Redis killed and its data lost',
    'All waiting work is rung for again from the database; nothing is lost.',
    [redis('killed, and its data lost: every call is rung for again')],
    'The sweep was kept from ringing for waiting calls: none of those that had waited was completed.',
  ),
  fault(
    18,
    'FLUSHALL under load',
    'As with lost data.',
    [redis('emptied under load: every call is rung for again')],
    'The sweep was kept from ringing for waiting calls: they stayed in progress.',
  ),
  fault(
    19,
    'Redis down, or silent',
    'Reads 200, submissions 201 within 2 s; limits kept per process; readiness says so.',
    [
      redis('away: reads go on, calls are taken promptly, limits are kept, and all of it runs afterwards'),
      redis('silent: no request waits for it'),
      limits('count in memory while Redis is unavailable, and in Redis again afterwards'),
    ],
    'A submission waited for its ring: it was not prompt, away or silent. Commands had no time-out: nothing was answered while Redis was silent (when it is away, its refusal ends them). And it failed when it was made to last longer than a command waits: behind a proxy that went on taking connections, the clients stood as ready on one that was gone, and no worker took a call again.',
  ),
  fault(
    20,
    'Redis full',
    'Submissions 201; the log says so; the work is done when there is room.',
    [redis('full: calls are taken all the same, the log says so, and they run when there is room')],
    'A ring that failed was thrown: the process ended.',
  ),
  fault(
    21,
    'Wrong eviction policy',
    'An error in the log at every connection, and readiness degraded.',
    [redis('allowed to throw data away: every process says so at once, and readiness too')],
    'The policy was not looked at on connecting, then not for readiness: the test failed each time.',
  ),
  fault(
    22,
    'Postgres restarted under load',
    '503 with Retry-After meanwhile; processes stay up and recover by themselves.',
    [postgres('restarted under load: 503 with Retry-After meanwhile, and everything told is there')],
    'A lost connection was answered like any other fault: 500 where 503 is due.',
  ),
  fault(
    23,
    'Postgres crashes under load',
    'Every 201 that a client saw is there after the recovery.',
    [
      postgres('crashed under load: everything told is there after the recovery'),
      postgres('crashed again and again under as many submissions as it takes: everything told is there'),
    ],
    'Commits were answered before they were on the disk (synchronous_commit off): both tests missed calls that had been told.',
  ),
  fault(
    24,
    'Postgres half open',
    'Requests end with 503 within the time-outs; no connection of the pool is stuck.',
    [postgres('silent: requests end with 503, no connection is stuck, and the calls go on afterwards')],
    'Silent connections were not cut: the requests never ended.',
  ),
  fault(
    25,
    'Pool exhausted',
    'Everybody is served or told 503; no request waits for itself.',
    [
      postgres('with two connections for fifty requests at once: all are served or told 503, none waits for itself'),
      postgres('with its connections held by lists that do not end: everybody is told so, reads of one analysis too'),
    ],
    'A submission asked for a second connection while it held one: of two at once, one got 503. Nothing limited the wait for a connection or a statement: no answer came while the lists were held.',
  ),
  fault(
    26,
    'Object storage fails, then is back',
    '500 "Audio upload failed", no row, no reservation; reads are tried again.',
    [
      storage('failing: an upload is refused and leaves nothing'),
      storage('failing for a worker: the call is tried again until it can be read'),
      submission('is told as a failed upload, and nothing is accepted'),
    ],
    'A submission went on although its recording had not been stored: it was accepted. A failing store ended the call for good: it failed. (That nothing stays of an upload that is refused once it is stored is seen with 76.)',
  ),
  fault(
    27,
    'Disk full',
    '500 "Audio upload failed"; half files removed; what fits is taken; a call in work is not lost.',
    [
      storage('full for an API process: what does not fit is refused and leaves nothing, what fits is taken'),
      storage('full for an API process: a recording that had come whole before that was known is refused alike'),
      at('adapters/storage/object-store.unit')('tells a disk that fails behind a recording that has come whole'),
      storage('full for a worker: its call is handed on and completed by another'),
    ],
    'A half file was not removed: it stayed. A source that had come to its end counted as broken: 500 as for a fault of our own.',
  ),
  fault(
    28,
    'SIGTERM of an API process with uploads under way',
    'They are finished and answered; it ends with 0.',
    [
      stopping('lets the uploads under way finish, takes no more, and ends cleanly'),
      stopping('ends within its grace although an upload does not, and leaves nothing of that'),
    ],
    'Connections were cut at once: the uploads broke off.',
  ),
  fault(
    29,
    'SIGTERM of a worker in mid-transcription',
    'The lease is handed back at once, no attempt is burnt.',
    [step('a stopped worker hands its call back at once and ends cleanly')],
    'A call in hand was not handed back: its lease stayed.',
  ),
  fault(
    30,
    'SIGTERM while Redis is down',
    'Calls are handed back; the process ends with 0 within its grace.',
    [redis('%s when a process is told to stop: it hands back and ends cleanly')],
    'It failed when it was written: a worker with a call in hand waited in the queue’s own closing until it was ended by force.',
  ),
  fault(
    31,
    'Migrations started by six processes',
    'One migrates, the others wait; a killed one leaves the lock free.',
    [
      at('platform/database/migrations')('run once when six processes start together'),
      at('platform/database/migrations')('run when the process that held their lock was killed'),
      together('on an empty database migrate it once, and all come up'),
      together(
        'of which the one that migrates is killed in the middle: nothing is half done, and the next one goes on',
      ),
    ],
    'Migrations ran without the lock: of six at once, one failed on a table that was there already.',
  ),
  fault(
    32,
    'Rolling deploy: every process replaced under load; releases beside each other on one schema',
    'Every request is served.',
    [
      at('faults/rolling-restart')('fails no request, loses no call and bills each once'),
      stopping('works on a schema that a later release has added to'),
      stopping('works on what the other has begun, both ways, and no request of either fails'),
    ],
    'A process ended at once when told to stop: the upload under way broke off. The last migration added a column that must be filled: the release before it answered 500.',
  ),

  // Billing, limits, idempotency
  fault(
    33,
    '1,000 submissions of 6.02 minutes at once into 100 minutes',
    'Exactly 16 are accepted.',
    [
      ledger('lets 16 of 1,000 simultaneous calls of 6.02 minutes into 100 minutes'),
      minutes('within the plan: exactly as many as fit, the rest is told what is used and where the limit is'),
      minutes('do not pass the limit together: the later one sees what the earlier one took'),
    ],
    'Reservations were left out of the sum: all sixty were accepted. Without FOR UPDATE on the month the thousand still passed, since an account is also serialised by the counter row that the insert of an analysis takes; what the lock is for is a recording that turns out longer while another is submitted, and that test failed: both were taken.',
  ),
  fault(
    34,
    'The same with an overage limit',
    'Exactly as many more as it carries; the 402 names it.',
    [
      ledger('lets as many more in as the overage limit carries, and names that limit'),
      submission('go by the plan first, then by the overage limit, each with its sentence'),
      minutes('with overage: as many more as its limit carries, and that limit is named'),
    ],
    'The overage limit was left out: 16 were accepted.',
  ),
  fault(
    35,
    'A failed analysis at the limit',
    'The reservation is void; the next submission is accepted.',
    [
      ledger('gives the minutes of a failed call back'),
      mishap('gives a failing provider up after the attempts it is given, tells whoever asked, and bills nothing'),
      minutes('given back by a call that fails: the next one is taken'),
    ],
    'A reservation was not given back: the next submission got 402, and the minutes stayed reserved.',
  ),
  fault(
    36,
    'Rounding',
    'Hundredths of a minute, rounded up, in whole numbers.',
    [
      ledger('bills %i ms as %i hundredths of a minute'),
      ledger('splits what passes the included minutes, and its cents add up whatever the pieces'),
    ],
    'Rounded to the nearest: the database refused the entry.',
  ),
  fault(
    37,
    'The period changes during processing',
    'Billed once, in the period of acceptance.',
    [
      ledger('is the one of acceptance, whenever the call is completed'),
      overage('of a call completed after the turn lies within the period that it was accepted in'),
      at('billing/usage-months.unit')('follow one another without a gap'),
      clock('%s: a call is billed in the month of the database, and its key is known there'),
    ],
    'Billed in the month of completion: the minutes were in the wrong month.',
  ),
  fault(
    38,
    '200 submissions at once under one key',
    'One analysis, one object, one reservation.',
    [
      idempotency('creates one analysis for 200 concurrent requests by URL'),
      idempotency('creates one analysis, one object and one reservation for 50 concurrent uploads to two processes'),
    ],
    'keys claimed under a random id: the test of 200 failed',
  ),
  fault(
    39,
    'The same key with another body, and of another account',
    '422; independent.',
    [
      idempotency('refuses the key for another recording, another field and another form of request'),
      idempotency('keeps the keys of accounts and of paths apart'),
    ],
    'Contents were not compared: the key gave another recording the first answer. Accounts were left out of the key: the second account got 422.',
  ),
  fault(
    40,
    'The same key after a refusal, and after 24 hours',
    'What may be over is tried again; a new id after 24 hours.',
    [
      idempotency('stores no error that may be gone at the next attempt'),
      idempotency('replays errors of the body itself, whether it was read to its end or not'),
      idempotency('forgets a key after 24 hours, and lets a request take over from a dead process'),
      clock('%s: a call is billed in the month of the database, and its key is known there'),
    ],
    'A 402 was kept: it was given again (a form is refused before it is read, which keeps nothing in any case). Kept for two days, and past its expiry: the test failed each time.',
  ),
  fault(
    41,
    'A key of 10 kB, empty, with NUL, in Unicode',
    '422 with detail.',
    [
      idempotency('accepts keys of 1 to 255 characters'),
      at('abuse/requests')('of %s is refused'),
      at('abuse/requests')('of %s is a key like any other'),
      at('abuse/requests')('with a NUL is no header'),
    ],
    'No limit to the length: a long key was taken.',
  ),
  fault(
    42,
    'Payment events twice, out of order, late, forged',
    'Applied once; older state does not win; 400 if not genuine.',
    [
      paymentEvents('are worked on once, whatever their number and order'),
      paymentEvents('are refused without their signature, altered, too old or from the future'),
    ],
    'An event was worked on each time it came: the provider was asked again (what is in force did not change, since it is always read afresh). Any age was tolerated: an old event was taken.',
  ),
  fault(
    43,
    'Payment provider down while overage accrues',
    'Reported once each, also past the provider’s own memory.',
    [
      overage('is sent again until accepted, when the provider is away or its answer is lost'),
      overage('is not told twice when the answer was lost and the provider has forgotten the identifier'),
      overage('is told after all when a day later nothing had arrived'),
      overage('of two senders at once goes out once'),
      clock('%s: once, 25 hours after an answer that was lost'),
      clock('a month ahead: with the time at which it accrued'),
    ],
    'The provider’s own count was not asked for: the overage was told twice. The time was that of the process, as it was before this list: with a clock three hours behind it was told twice.',
  ),
  fault(
    44,
    'A burst over two processes',
    'Exactly the limit passes; the headers are complete on 429.',
    [
      at('abuse/limits')('fault 44: of 1,000 requests from 8 connections exactly 100 pass'),
      at('abuse/limits')('fault 44: of 1,000 submissions exactly 20 pass'),
      limits('let exactly the limit pass, over two processes and many connections'),
    ],
    'counting in each process alone: the test failed',
  ),
  fault(
    45,
    'Forged addresses, many keys, floods of log-ins',
    'Budgets hold per account, address and e-mail.',
    [
      at('abuse/limits')('an account, whatever number of keys and addresses it comes with'),
      at('abuse/limits')('and a forged address changes nothing for who has none'),
      at('abuse/limits')('at one address and for one e-mail ends at ten a minute; the owner’s tokens and keys go on'),
      limits('ignore a forwarded address that no trusted proxy sent'),
      at('auth/auth-budget')('is one for each account too, from wherever it is tried'),
    ],
    'Each key had a budget of its own, every proxy was trusted, e-mail addresses had no budget: a test failed each time.',
  ),
  fault(
    46,
    'Clocks ten minutes apart, and a month',
    'Windows, leases, months and reports go by the clock of the stores.',
    [
      at('abuse/limits')('fault 46: tokens, mailed links and keys of one process hold at the other'),
      at('abuse/limits')('fault 46: calls are worked on once, at once, and their times make sense'),
      at('abuse/limits')('fault 44: of 1,000 requests from 8 connections exactly 100 pass'),
      clock('%s: a call is billed in the month of the database, and its key is known there'),
    ],
    'Leases by the clock of the process: a call was taken from the worker that had it.',
  ),

  // HTTP and upload abuse
  fault(
    47,
    'Exactly 500 MB, one byte more, and lengths that are not true',
    '201; 400 with its sentence; nothing stays of what was cut.',
    [
      submission('may be exactly 500 MB'),
      submission('may not be one byte more'),
      at('abuse/uploads')('more announced than sent: nothing is accepted, nothing stays'),
      at('abuse/uploads')('less announced than sent: the form is refused as cut, and the rest is no request'),
      at('abuse/uploads')('600 MB in chunks: cut where the limit is, with its sentence'),
    ],
    'No limit to the size: one byte more was accepted. A half file was not removed: it stayed.',
  ),
  fault(
    48,
    'Aborted uploads',
    'No file, no row and no reservation is left.',
    [at('abuse/uploads')('leave no file, no descriptor, no reservation and no connection')],
    'A half file was not removed: fifty stayed.',
  ),
  fault(
    49,
    'Slow clients',
    'Readers who leave or drip hold nothing.',
    [
      at('abuse/slow-uploads')(
        'fault 49: senders who stand still are cut, two hundred at once, and others are served meanwhile',
      ),
      at('abuse/slow-uploads')('fault 49: headers have twenty seconds'),
      at('abuse/slow-uploads')('fault 49: headers that drip are cut, five hundred at once'),
    ],
    'repaired here: nothing cut such a sender before; with the cut taken out the test failed',
  ),
  fault(
    50,
    '500 MB over a slow line',
    '201, not 408.',
    [
      at('abuse/slow-uploads')('fault 50: a recording that keeps coming is taken, however long it takes'),
      at('abuse/slow-uploads')('fault 50: 500 MB at 8 Mbit/s are taken'),
    ],
    'Node’s own limit of five minutes to a request; ten times the pace asked for: the test failed each time.',
  ),
  fault(
    51,
    'Uploads that are refused',
    'Refused before the body is read; of more than 8 MiB about a megabyte is taken in, and the sender gets to read why.',
    [
      at('abuse/uploads')('%s is refused before it is read'),
      at('abuse/uploads')('without minutes is refused before it is read, with an Idempotency-Key too'),
      at('abuse/uploads')('past the rate limit is refused before it is read'),
      refusedBody('an upload with %s is read for little more than a megabyte, and cut once the answer could be read'),
      refusedBody(
        'a client that sends its whole body before it reads gets the answer, and can use the connection again',
      ),
      refusedBody('a client that sends nothing more is cut after two seconds'),
      refusedBody('a client that sends single bytes is cut after ten seconds'),
      at('abuse/uploads')(
        'of eight megabytes, %s, is taken to its end: a client that sends all before it reads gets its answer',
      ),
    ],
    'without the look at the minutes before the body: the test failed. Cut at once after a megabyte, whatever the length: the sender was told of a broken pipe. Without an end to the whole time: who dripped stayed. A wrong format ended the reading at once: the sender could not send the rest.',
  ),
  fault(
    52,
    'Broken and hostile multipart',
    '422 or 400 with detail; the process lives.',
    [
      at('abuse/hostile-forms')('%s: an item that says where, and the service lives'),
      at('abuse/hostile-forms')('a part without a name is left aside or refused, and never breaks the form reader'),
    ],
    'found here and repaired: two shapes were 500, one was never answered',
  ),
  fault(
    53,
    'Hostile file names',
    'Never part of a path; safe in a header.',
    [
      at('abuse/hostile-forms')('%s is only a name'),
      at('abuse/hostile-forms')('no file name at all: the recording is missing'),
      at('abuse/canaries')(
        'are in no line of the log, no key of the queue, no column, and no failure told to a client',
      ),
      at('analysis/recording-link.controller.unit')('gives every download a safe file name'),
    ],
    'The name went into the header as it was: the first property that was tried failed.',
  ),
  fault(
    54,
    'Hostile agent_id and contact_id',
    'Empty, long and NUL are 422; the rest comes back unchanged and is found.',
    [
      at('abuse/requests')('%s for an agent or a contact'),
      at('abuse/requests')('a per cent sign finds per cent signs, and nothing else'),
      at('abuse/requests')('a NUL in a query is refused, not looked for'),
      list('takes %, _ and \\ in a search as themselves'),
    ],
    'NUL was not looked for: 500. % and _ meant anything in a search: what was stored under them was not found.',
  ),
  fault(
    55,
    'Hostile JSON',
    '400 or 422 with detail.',
    [
      at('abuse/requests')('of 200 kB is taken, of 50 MB refused'),
      at('abuse/requests')('that is %s'),
      at('abuse/requests')('with the names of a prototype changes nothing but itself'),
      at('abuse/requests')('with a member twice counts the last, as everywhere'),
      at('abuse/requests')('with %s for a text is told so, and nothing is turned into text'),
      at('abuse/requests')('under another Content-Type'),
      bodies('that nest too deeply are refused before they are parsed'),
      bodies('a compressed body counts at its full size'),
    ],
    'Any depth was parsed, any length read: a test failed each time.',
  ),
  fault(
    56,
    'Hostile query parameters',
    '422 that names them; a huge offset gives an empty page with its total.',
    [
      at('abuse/requests')('?%s is refused, and the place is told'),
      at('abuse/requests')(
        'an offset behind everything: an empty page with the right total; unknown filters are ignored',
      ),
      list('answers an offset behind the end with an empty page and the true total'),
    ],
    'Numbers were converted as they came: 200.',
  ),
  fault(
    57,
    'Hostile path ids',
    '422, alike for all accounts; capitals are equal.',
    [
      at('abuse/requests')('%s is refused alike, whoever asks'),
      at('abuse/requests')('in capitals are the same id'),
      at('abuse/requests')('%00 and a path upwards lead to no other route'),
      pathIds('of 4 kB is not sent back'),
    ],
    'Path ids were not looked at: 500.',
  ),
  fault(
    58,
    'Smuggling shapes, header floods, pipelining',
    '400 or 431; no cross-talk.',
    [
      at('abuse/requests')('%s: refused, and nothing behind it is a request of its own'),
      at('abuse/requests')('20 kB of headers are refused with 431, 200 headers are read'),
      at('abuse/requests')('HTTP/1.0 is answered, and without a host only where the old version needs none'),
      at('abuse/requests')(
        'a thousand requests of two accounts down one connection: each is answered to its own caller, in order',
      ),
    ],
    'One strategy object for all requests, as the library has it by default: requests went unanswered.',
  ),
  fault(
    59,
    'Plain HTTP',
    'Refused where HTTPS is required; a forged header is not believed.',
    [
      at('platform/http/http-rules')(
        'is required for everything but probes, and a forwarded header counts only from a trusted proxy',
      ),
    ],
    'The header was believed from anybody: 200.',
  ),

  // Audio content
  fault(
    60,
    'Other files under an audio name, audio under another name',
    'Contents decide.',
    [
      at('pipeline/intake/audio-format.unit')('$name under a false name and type'),
      at('pipeline/intake/audio-format.unit')('%s is no accepted format'),
      refused('%s'),
    ],
    'The name decided: text was accepted.',
  ),
  fault(
    61,
    'Polyglots',
    'Refused, or taken as audio and handed out as nothing else.',
    [
      refused('mp3 behind the beginning of %s is not taken'),
      refused('a wav with an archive and a page behind it is a wav, and is handed out as nothing else'),
    ],
    'MPEG frames were looked for behind any beginning: it was accepted.',
  ),
  fault(
    62,
    'Truncated and corrupt files',
    '400 or failed with a plain reason; billed for what is there, never more.',
    [decoder('%s: one plain sentence, final'), mishap('fails %s without asking the provider')],
    'What does not decode was tried again: it was told as passing.',
  ),
  fault(
    63,
    'Zero bytes, header only, no sound, strange layouts',
    'Refused or failed, or decoded; never tried again and again.',
    [
      refused('zero bytes'),
      refused('a header alone'),
      refused('a film without sound'),
      refused('768,000 samples a second'),
      refused('a hundred channels: decoded, or failed and not billed'),
    ],
    'What does not decode was tried again: the call stayed in progress. (Nothing decoded ends a call twice over: with the second look taken out the test still passed.)',
  ),
  fault(
    64,
    'A day of silence in half a megabyte',
    'Refused before anybody is asked or billed.',
    [
      refused('is refused at once where it says how long it is'),
      refused('is found out where it %s, before anybody is asked or billed'),
    ],
    'Decoded whatever the length: it was completed. What it says of itself was not looked at: it was not refused with its own sentence.',
  ),
  fault(
    65,
    'Forged durations',
    'Billed by what decodes.',
    [
      decoder('%s that claims one second of ten: what decodes is what is there for all'),
      ledger('goes by what decodes, not by what the header claims'),
    ],
    'The reservation was not corrected: it stayed at what the header claimed.',
  ),
  fault(
    66,
    'Playlists and lists of files as audio',
    'Refused; nothing else is opened, nothing is asked for.',
    [
      refused('are not taken, whatever they name'),
      refused('and where the first look is deceived, the decoder opens nothing either'),
      decoder('nothing of a list is asked for over the network'),
      decoder('%s opens no other file, whatever its name'),
      decoder('would open it with the demuxers that ffmpeg allows by default'),
    ],
    'Any demuxer might look at a recording: the list opened the file beside it. Without the first look all of them were accepted. (Behind a long tag ffmpeg does not take a list for one, with or without the bound.)',
  ),
  fault(
    67,
    'The decoder hangs or crashes',
    'Killed; failed; the slot is free; nothing is left running.',
    [
      refused('a crash fails the call for good, bills nothing, and the next call is served'),
      refused('one that hangs is killed with its call; its only slot serves the next call'),
      decoder('a program that falls silent is killed by itself; that may be tried again'),
    ],
    'A crash was tried again: the call stayed in progress. A silent decoder was waited for: the test ran out of time.',
  ),
  fault(
    68,
    'Spoken instructions to the judge',
    'No score moves; nothing of the prompt comes out.',
    [
      at('abuse/spoken-injection')('moves no score, whatever the model makes of it: %s'),
      at('abuse/spoken-injection')('gets nothing of the prompt into the results'),
    ],
    'Appeals to the judge stayed in the transcript: the results were others.',
  ),

  // Provider
  fault(
    69,
    '429 with Retry-After',
    'Waits as told; only the refused piece is asked for again.',
    [
      at('abuse/provider')(
        'fault 69: five times 429 are six requests, waited for as told, and the next call does not wait with it',
      ),
      at('pipeline/failure-policy.unit')('is retried when it asks to be, else with exponential back-off and jitter'),
    ],
    'What the provider asks for was not kept to: it was asked again too soon.',
  ),
  fault(
    70,
    '500, reset, hang',
    'Tried again within bounds, then failed; nothing reserved or billed.',
    [
      at('abuse/provider')(
        'fault 70: a provider that resets is asked as often as it is given, then the call has failed and nothing is reserved',
      ),
      mishap('gives a failing provider up after the attempts it is given, tells whoever asked, and bills nothing'),
      openai('a hang ends with the deadline'),
    ],
    'Attempts were not counted: the call stayed in progress. The client library tried again by itself: 18 requests where 6 are allowed.',
  ),
  fault(
    71,
    'Nonsense, cut, empty and huge replies',
    'One second try, then failed; memory is bounded.',
    [
      at('abuse/provider')('fault 71: %s for a transcript: asked once more, then failed, without a word of it'),
      at('abuse/provider')(
        'fault 71: a judgement that is none: asked once more, then failed, and the transcription is not asked again',
      ),
      openai('60 MB are not read'),
      analysisReport('puts numbers out of range, bad characters and excess right'),
    ],
    'A reply of any length was read: it was taken. An unusable answer was tried again like a failure: the call stayed in progress.',
  ),
  fault(
    72,
    'NUL and half characters in a transcript',
    'Replaced; completed.',
    [
      at('abuse/provider')('fault 72: characters that a database refuses are replaced, and the call is completed'),
      hearing('NUL and lone surrogates are replaced, whole pairs kept'),
    ],
    'Characters stayed as they were: NUL was in the transcript.',
  ),
  fault(
    73,
    'Provider down for an hour with 500 calls queued',
    'Submissions stay 201; all finish afterwards.',
    [
      at('abuse/provider')(
        'fault 73: away while calls come in: they are taken, and all are completed, each once, when it is back',
      ),
    ],
    'The first failure ended a call: it failed.',
  ),
  fault(
    74,
    'Wrong or revoked provider key',
    'All calls wait, operators are told; no storm.',
    [
      mishap('pauses the engine for all calls, tells operators, and fails nothing yet'),
      at('pipeline/failure-policy.unit')('that refuses our credentials has the time, whatever the attempts: %s'),
    ],
    'Refused credentials paused nothing: readiness said so.',
  ),

  // Identity and isolation
  fault(
    75,
    'Another account’s ids on every route',
    '404 as for an unknown id; lists never count them.',
    [
      at('contract/every-route')('%s: 404, never 403'),
      at('contract/every-route')('leaves the things of the owner alone'),
      list('shows an account its own analyses only, whatever is asked'),
      mishap('keeps the calls of one account from every other'),
    ],
    'without the account in the query of one analysis: two routes failed',
  ),
  fault(
    76,
    'Credential revoked during an upload',
    '401 and nothing is left; accepted work is finished and billed.',
    [
      at('faults/revoked-during-upload')('accepts nothing from %s, and leaves nothing behind'),
      at('faults/revoked-during-upload')('finishes and bills what was accepted before'),
    ],
    'The credential was not looked at again at the end: the upload was accepted. What had been stored of it was not deleted: it stayed.',
  ),
  fault(
    77,
    'Account deleted with calls running, then replay',
    '401 at once; nothing of it is left, nobody is told.',
    [
      mishap('erases an account whose calls are being worked on: nothing of it is left, and nobody is told'),
      users('erases everything but the minutes, which lose their name'),
      guard('end at once with the account'),
    ],
    'Tokens lived on without their account: 200.',
  ),
  fault(
    78,
    'Crafted tokens',
    '401; a refresh token is never taken by the interface.',
    [
      guard('are refused with %s'),
      guard('are told apart once expired, by a second'),
      guard('that are expired and forged are just forged'),
      guard('are refused by the refresh route, as a refresh token is by every other'),
    ],
    'Other algorithms were taken, then tokens of any kind: a crafted one got in each time.',
  ),
  fault(
    79,
    'Enumeration by answer and by time',
    'The same status, body and time.',
    [
      at('abuse/guessing')('is not told by a log-in: same answer, and a hash of the same cost is checked for nobody'),
      at('abuse/guessing')('is not told by %s: same answer, given before anything is done about it'),
      at('abuse/guessing')('or a token, is not told by what a wrong one is answered'),
      tokens('answers alike whatever the address'),
      tokens('gives a link 24 hours, and a reset link one'),
      at('abuse/guessing')('is not told by the time that %s takes, 200 times each'),
    ],
    'Nothing was hashed for nobody: the test missed the hash. The answer waited for the work behind it: no answer came while that was held.',
  ),
  fault(
    80,
    'Unverified, verified twice, odd addresses',
    'No access before; once; unique on the folded form.',
    [
      at('abuse/guessing')('opens nothing: no log-in, hence no key and no submission'),
      at('abuse/guessing')('is proved once, by many at once'),
      tokens('keeps addresses with a plus sign apart and takes other scripts'),
      tokens('lets one of many simultaneous registrations of an address win'),
      guard('of an account whose address is not verified are no use'),
    ],
    'Addresses were not asked to be verified: the log-in was let in. A token was not used up: it was good many times.',
  ),
  fault(
    81,
    '64 log-ins during large uploads',
    'Uploads and reads keep their pace; excess log-ins are 429.',
    [
      at('abuse/guessing')(
        'is hashed one at a time; past 32 that wait it is turned away at once, and everything else goes on',
      ),
      at('users/passwords')('lets one run and 32 wait, and turns the rest away at once'),
      at('users/passwords')('hashes in a thread that everything else goes before'),
      at('abuse/log-in-flood')('are turned away past a bound, and uploads and reads go on'),
    ],
    'Four hashes at once: those who came later were answered before the first, and fewer were turned away. A thread of the usual priority: it was told by its niceness.',
  ),
  fault(
    82,
    'A test key through the whole story',
    'Nothing is sent, nothing is charged.',
    [
      at('contract/analyses')('of a test key is not live, and no notification leaves'),
      ledger('gives test keys an allowance of their own'),
      delivery('is recorded but never sent in test mode'),
      overage('is reported in hundredths, once each, under the ledger entry’s id'),
    ],
    'Notifications of test mode were recorded as due: both tests failed.',
  ),
  fault(
    83,
    'Canaries in every input, and forced errors',
    'None in logs, Redis or, plain, in the database.',
    [
      at('abuse/canaries')(
        'are in no line of the log, no key of the queue, no column, and no failure told to a client',
      ),
      at('platform/operations/logger')('leaves out the values of a failed SQL statement or Redis command'),
      at('platform/operations/request-log')(
        'has one line for each request, with its id, route and account, and without secrets',
      ),
    ],
    "without counters in Redis it failed; and it failed while the provider's words about a transcription were asked of it too (these are kept on purpose, see client.test.ts)",
  ),

  // Webhooks and fetching
  fault(
    84,
    'Receivers that fail, are gone, ask for patience, break off',
    `Tried again, ${TOLD_AGAIN}; ended by 410.`,
    [
      delivery('is sent again after failures, with the same id and a fresh valid signature'),
      delivery('is not retried after a 410'),
      delivery('waits as long as the Retry-After of a %i says'),
      delivery('is retried after a reset connection and after a reply that is not HTTP'),
      at('webhooks/chaos')('arrive or are visibly failed: none is lost, sent under another id, or sent elsewhere'),
    ],
    '410 was a failure like others, Retry-After was not read: a test failed each time.',
  ),
  fault(
    85,
    'Receivers that hang, drip, swell',
    'Cut at the deadline; little is read; others are not held up.',
    [
      post('gives up at the deadline when no answer comes'),
      post('gives up at the deadline when the head drips in byte by byte'),
      post('does not wait for a body that drips'),
      post('reads no more than the bound of a huge body'),
      delivery('does not wait for the end of a reply body that is slow or endless'),
      at('webhooks/delivery-scheduler')(
        'sends to other hosts without delay while one receiver does not answer, and loses none of its deliveries',
      ),
    ],
    'Neither the deadline nor the limit to an answer’s head was there: the test waited on. (Each of the two is enough for a head.)',
  ),
  fault(
    86,
    'Redirects',
    'Never followed.',
    [delivery('never follows a redirect'), post('does not follow a %i')],
    'Redirects were followed: both tests failed.',
  ),
  fault(
    87,
    'Private addresses in every spelling',
    '422 at input; never connected to at sending.',
    [
      at('abuse/callbacks')('%s is refused in each field that takes an address, and nothing of it is told'),
      at('abuse/callbacks')('%s is refused in each'),
      at('abuse/callbacks')(
        'and a name that leads here only when it is looked up is refused then, with a sentence that names nothing',
      ),
      address('refuses %s'),
      door('never connects to %s'),
      at('webhooks/chaos')('never reach a private address by name or number, and log `bad_url`'),
    ],
    'with the look at the host left out: the test failed for each spelling tried',
  ),
  fault(
    88,
    'DNS rebinding',
    'Connects only to the address that was looked at.',
    [
      door('resolves the name once for each connection, and connects only to the addresses that came back'),
      door('never connects to a name that resolves to %s'),
      door('connects to exactly the address that it has checked'),
    ],
    'What the resolver said was not looked at; it was asked twice: a test failed each time.',
  ),
  fault(
    89,
    'webhook_url registered after and during completion',
    'Told at once; one event id for each registration.',
    [
      at('abuse/callbacks')(
        'during the final transaction: told once to the new address, and to the old one at most once, under another id',
      ),
      at('abuse/callbacks')('after the end, twice at once: an event of its own for each, and none is lost'),
      at('contract/analyses')('takes a webhook while it is worked on, and tells it everything once it is completed'),
    ],
    'An address that came after the end was only written down: nobody was told.',
  ),
  fault(
    90,
    'A receiver dead for days',
    'Waits grow and are spread, then it is given up, visibly; memory is bounded.',
    [
      at('webhooks/retry-schedule.unit')(
        'has ten attempts: at once, then 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h',
      ),
      at('webhooks/retry-schedule.unit')('spreads each wait by at most a tenth'),
      delivery('has the status `failed` after the last attempt of the schedule'),
      at('webhooks/webhooks.controller')(
        'shows every delivery with its attempts, newest first, and nothing of a reply',
      ),
      at('faults/dead-receiver')(
        'each is tried ten times over five days, then failed, and others are served meanwhile',
      ),
    ],
    'Tried for ever: none was given up. Waits that are hardly spread: the test saw it.',
  ),
];

/** `docs/faults.md` */
export function faultsPage(): string {
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const rows = FAULTS.map(({ number, title, outcome, tests, seenToFail }) => {
    const named = tests.map(({ file, title: test }) => `\`${file}\`: ${cell(test)}`).join('<br>') || 'none yet';
    const broken = seenToFail ? `<br>*Seen to fail:* ${cell(seenToFail)}` : '';
    return `| ${number} | ${cell(title)} | ${cell(outcome)} | ${named}${broken} |`;
  });
  return [
    '# Faults the service survives',
    '',
    'Each case with the outcome it must have and the tests that show it, below `test/`. After the cases that involve real',
    'processes, all rows, entries, objects, notifications and counters are held against each other',
    '(`test/support/invariants.ts`). `npm run test:faults` repeats the long ones at full length, and runs those that take',
    'minutes, a machine of their own or the history of the repository.',
    '',
    '*Seen to fail* tells what was taken out of the service, one thing at a time, to see the tests fail, and what they saw.',
    '',
    'Written by `UPDATE_FAULTS=1 npx vitest run test/faults/faults.unit.test.ts` from',
    '`test/faults/faults.ts`.',
    '',
    '| | Case | Outcome | Tests |',
    '|---:|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}
