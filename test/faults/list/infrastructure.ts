import type { FaultGroup } from './fault.js';
import {
  killedInEachStep,
  migrations,
  objectStore,
  postgresAway,
  rateLimit,
  redisAway,
  rollingRestart,
  startingTogether,
  stopping,
  storageAway,
  submissionLimits,
} from './test-files.js';

export const INFRASTRUCTURE: FaultGroup = {
  title: 'Infrastructure',
  faults: [
    {
      number: 16,
      title: 'Redis restarted with its files, calls waiting and running',
      outcome: 'All complete, each billed once.',
      tests: [redisAway('restarted with its files, calls waiting and running: each is completed once')],
      seenToFail: 'Lost connections to Redis were not made anew: the calls stayed in progress.',
    },
    {
      number: 17,
      title: 'Redis killed and its data lost',
      outcome: 'All waiting work is rung for again from the database; nothing is lost.',
      tests: [redisAway('killed, and its data lost: every call is rung for again')],
      seenToFail: 'The sweep was kept from ringing for waiting calls: none of those that had waited was completed.',
    },
    {
      number: 18,
      title: 'FLUSHALL under load',
      outcome: 'As with lost data.',
      tests: [redisAway('emptied under load: every call is rung for again')],
      seenToFail: 'The sweep was kept from ringing for waiting calls: they stayed in progress.',
    },
    {
      number: 19,
      title: 'Redis down, or silent',
      outcome: 'Reads 200, submissions 201 within 2 s; limits kept per process; readiness says so.',
      tests: [
        redisAway('away: reads go on, calls are taken promptly, limits are kept, and all of it runs afterwards'),
        redisAway('silent: no request waits for it'),
        rateLimit('count in memory while Redis is unavailable, and in Redis again afterwards'),
      ],
      seenToFail:
        'A submission waited for its ring: it was not prompt, away or silent. Commands had no time-out: nothing was answered while Redis was silent (when it is away, its refusal ends them). And it failed when it was made to last longer than a command waits: behind a proxy that went on taking connections, the clients stood as ready on one that was gone, and no worker took a call again.',
    },
    {
      number: 20,
      title: 'Redis full',
      outcome: 'Submissions 201; the log says so; the work is done when there is room.',
      tests: [redisAway('full: calls are taken all the same, the log says so, and they run when there is room')],
      seenToFail: 'A ring that failed was thrown: the process ended.',
    },
    {
      number: 21,
      title: 'Wrong eviction policy',
      outcome: 'An error in the log at every connection, and readiness degraded.',
      tests: [redisAway('allowed to throw data away: every process says so at once, and readiness too')],
      seenToFail: 'The policy was not looked at on connecting, then not for readiness: the test failed each time.',
    },
    {
      number: 22,
      title: 'Postgres restarted under load',
      outcome: '503 with Retry-After meanwhile; processes stay up and recover by themselves.',
      tests: [postgresAway('restarted under load: 503 with Retry-After meanwhile, and everything told is there')],
      seenToFail: 'A lost connection was answered like any other fault: 500 where 503 is due.',
    },
    {
      number: 23,
      title: 'Postgres crashes under load',
      outcome: 'Every 201 that a client saw is there after the recovery.',
      tests: [
        postgresAway('crashed under load: everything told is there after the recovery'),
        postgresAway('crashed again and again under as many submissions as it takes: everything told is there'),
      ],
      seenToFail:
        'Commits were answered before they were on the disk (synchronous_commit off): both tests missed calls that had been told.',
    },
    {
      number: 24,
      title: 'Postgres half open',
      outcome: 'Requests end with 503 within the time-outs; no connection of the pool is stuck.',
      tests: [postgresAway('silent: requests end with 503, no connection is stuck, and the calls go on afterwards')],
      seenToFail: 'Silent connections were not cut: the requests never ended.',
    },
    {
      number: 25,
      title: 'Pool exhausted',
      outcome: 'Everybody is served or told 503; no request waits for itself.',
      tests: [
        postgresAway(
          'with two connections for fifty requests at once: all are served or told 503, none waits for itself',
        ),
        postgresAway(
          'with its connections held by lists that do not end: everybody is told so, reads of one analysis too',
        ),
      ],
      seenToFail:
        'A submission asked for a second connection while it held one: of two at once, one got 503. Nothing limited the wait for a connection or a statement: no answer came while the lists were held.',
    },
    {
      number: 26,
      title: 'Object storage fails, then is back',
      outcome: '500 "Audio upload failed", no row, no reservation; reads are tried again.',
      tests: [
        storageAway('failing: an upload is refused and leaves nothing'),
        storageAway('failing for a worker: the call is tried again until it can be read'),
        submissionLimits('is told as a failed upload, and nothing is accepted'),
      ],
      seenToFail:
        'A submission went on although its recording had not been stored: it was accepted. A failing store ended the call for good: it failed. (That nothing stays of an upload that is refused once it is stored is seen with 76.)',
    },
    {
      number: 27,
      title: 'Disk full',
      outcome: '500 "Audio upload failed"; half files removed; what fits is taken; a call in work is not lost.',
      tests: [
        storageAway('full for an API process: what does not fit is refused and leaves nothing, what fits is taken'),
        storageAway('full for an API process: a recording that had come whole before that was known is refused alike'),
        objectStore('tells a disk that fails behind a recording that has come whole'),
        storageAway('full for a worker: its call is handed on and completed by another'),
      ],
      seenToFail:
        'A half file was not removed: it stayed. A source that had come to its end counted as broken: 500 as for a fault of our own.',
    },
    {
      number: 28,
      title: 'SIGTERM of an API process with uploads under way',
      outcome: 'They are finished and answered; it ends with 0.',
      tests: [
        stopping('lets the uploads under way finish, takes no more, and ends cleanly'),
        stopping('ends within its grace although an upload does not, and leaves nothing of that'),
      ],
      seenToFail: 'Connections were cut at once: the uploads broke off.',
    },
    {
      number: 29,
      title: 'SIGTERM of a worker in mid-transcription',
      outcome: 'The lease is handed back at once, no attempt is burnt.',
      tests: [killedInEachStep('a stopped worker hands its call back at once and ends cleanly')],
      seenToFail: 'A call in hand was not handed back: its lease stayed.',
    },
    {
      number: 30,
      title: 'SIGTERM while Redis is down',
      outcome: 'Calls are handed back; the process ends with 0 within its grace.',
      tests: [redisAway('%s when a process is told to stop: it hands back and ends cleanly')],
      seenToFail:
        'It failed when it was written: a worker with a call in hand waited in the queue’s own closing until it was ended by force.',
    },
    {
      number: 31,
      title: 'Migrations started by six processes',
      outcome: 'One migrates, the others wait; a killed one leaves the lock free.',
      tests: [
        migrations('run once when six processes start together'),
        migrations('run when the process that held their lock was killed'),
        startingTogether('on an empty database migrate it once, and all come up'),
        startingTogether(
          'of which the one that migrates is killed in the middle: nothing is half done, and the next one goes on',
        ),
      ],
      seenToFail: 'Migrations ran without the lock: of six at once, one failed on a table that was there already.',
    },
    {
      number: 32,
      title: 'Rolling deploy: every process replaced under load; releases beside each other on one schema',
      outcome: 'Every request is served.',
      tests: [
        rollingRestart('fails no request, loses no call and bills each once'),
        stopping('works on a schema that a later release has added to'),
        stopping('works on what the other has begun, both ways, and no request of either fails'),
      ],
      seenToFail:
        'A process ended at once when told to stop: the upload under way broke off. The last migration added a column that must be filled: the release before it answered 500.',
    },
  ],
};
