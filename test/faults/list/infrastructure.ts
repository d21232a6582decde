import type { FaultGroup } from './fault.js';
import {
  diskCheck,
  diskObjectStore,
  fairTurns,
  killedInEachStep,
  migrations,
  postgresAway,
  rateLimit,
  redisAway,
  rollingRestart,
  sickWorker,
  startingTogether,
  startUp,
  stopping,
  storageAway,
  submissionLimits,
  workerHealth,
} from './test-files.js';

export const INFRASTRUCTURE: FaultGroup = {
  title: 'Infrastructure',
  faults: [
    {
      number: 16,
      title: 'Redis is restarted with its files while calls wait and run',
      outcome: 'All calls are completed. Each is billed once.',
      tests: [redisAway('restarted with its files, calls waiting and running: each is completed once')],
      seenToFail: 'Lost connections to Redis were not opened again: the calls stayed in progress.',
    },
    {
      number: 17,
      title: 'Redis is killed and its data is lost',
      outcome: 'Workers take all waiting work from the database. Nothing is lost.',
      tests: [redisAway('killed, and its data lost: every call is completed')],
      seenToFail: 'The sweep no longer looked for waiting calls: none of the calls that had waited was completed.',
    },
    {
      number: 18,
      title: 'Redis gets FLUSHALL under load',
      outcome:
        'The same as when its data is lost: workers take all waiting work from the database, whatever Bull leaves of its jobs. Nothing is lost.',
      tests: [
        redisAway('emptied under load: every call is completed'),
        fairTurns('remnants of jobs in an emptied Redis: both calls are completed'),
      ],
      seenToFail:
        'The sweep no longer looked for waiting calls: they stayed in progress. Jobs had the id of the call, and Bull ignores a job whose id it remembers: a call whose job left a remnant stayed at `queued` without end.',
    },
    {
      number: 19,
      title: 'Redis is down, or does not answer',
      outcome:
        'Reads answer 200. Submissions answer 201 within two seconds. Each process counts rate limits in its own memory. The readiness check reports it.',
      tests: [
        redisAway(
          'down: reads answer, calls are accepted promptly, rate limits hold, and every call is completed afterwards',
        ),
        redisAway('silent: no request waits for it'),
        rateLimit('count in memory while Redis is unavailable, and in Redis again afterwards'),
      ],
      seenToFail:
        'A submission waited until its call was enqueued: it was too slow, both with Redis down and with Redis silent. Commands to Redis had no time-out: no request was answered while Redis was silent; while Redis is down, its refusals end the commands. The outage was made longer than the time-out of a command: the test failed, because behind a proxy that kept accepting connections the Redis clients reported a dead connection as ready, and no worker took a call again.',
    },
    {
      number: 20,
      title: 'Redis is full',
      outcome: 'Submissions answer 201. The log reports it. The calls are worked on once Redis has room.',
      tests: [redisAway('full: calls are accepted, the log reports the failure, and the calls run once there is room')],
      seenToFail: 'A failure to enqueue was thrown: the process ended.',
    },
    {
      number: 21,
      title: 'Redis has an eviction policy that deletes data',
      outcome: 'Each process logs an error on every connection. The readiness check reports `degraded`.',
      tests: [
        redisAway(
          'with an eviction policy that deletes data: every process logs it at once, and readiness is degraded',
        ),
      ],
      seenToFail:
        'The policy was not checked on connecting; then it was not checked for readiness: the test failed each time.',
    },
    {
      number: 22,
      title: 'Postgres is restarted under load',
      outcome: 'Requests get 503 with Retry-After while it is away. The processes stay up and recover without help.',
      tests: [
        postgresAway('restarted under load: requests get 503 with Retry-After, and every accepted call is there'),
      ],
      seenToFail: 'A lost connection was handled like any other error: requests got 500 instead of 503.',
    },
    {
      number: 23,
      title: 'Postgres crashes under load',
      outcome: 'Every call for which a client got 201 exists after the recovery.',
      tests: [
        postgresAway('crashed under load: every accepted call is there after the recovery'),
        postgresAway('crashed again and again under more submissions than it can serve: every accepted call is there'),
      ],
      seenToFail:
        'Commits were answered before they were on the disk (`synchronous_commit = off`): both tests missed calls for which a client had got 201.',
    },
    {
      number: 24,
      title: 'Postgres keeps its connections open and does not answer',
      outcome: 'Requests end with 503 within the time-outs. No connection of the pool stays blocked.',
      tests: [
        postgresAway('silent: requests end with 503, no connection stays blocked, and calls continue afterwards'),
      ],
      seenToFail: 'Connections without an answer were not cut: the requests never ended.',
    },
    {
      number: 25,
      title: 'The connection pool is exhausted',
      outcome: 'Every request is served or gets 503. No request waits for a second connection while it holds one.',
      tests: [
        postgresAway(
          'with two connections for fifty simultaneous requests: each is served or gets 503, none needs two connections',
        ),
        postgresAway(
          'with its connections held by blocked lists: every request is answered, reads of one analysis too',
        ),
      ],
      seenToFail:
        'A submission asked for a second connection while it held one: of two simultaneous submissions, one got 503. Neither the wait for a connection nor the time of a statement was limited: no request was answered while the lists were blocked.',
    },
    {
      number: 26,
      title: 'Object storage fails and comes back',
      outcome: 'The upload gets 500 "Audio upload failed" and leaves no row and no reservation. Workers retry reads.',
      tests: [
        storageAway('failing: an upload is refused and leaves nothing'),
        storageAway('failing for a worker: the call is retried until its recording can be read'),
        submissionLimits('is answered as a failed upload, and nothing is accepted'),
      ],
      seenToFail:
        'A submission continued although its recording had not been stored: it was accepted. A failing store ended the call at once: the call failed. Fault 76 shows that a refused upload leaves nothing even when its recording was already stored.',
    },
    {
      number: 27,
      title: 'A disk is full',
      outcome:
        'The upload gets 500 "Audio upload failed". Incomplete files are deleted. A recording that fits is accepted. A worker with a full disk takes no calls, says so, and comes back; no call loses an attempt. It says so before the disk is full, too, and a process that cannot start on a full disk names the disk.',
      tests: [
        storageAway('full for an API process: what does not fit is refused and leaves nothing, what fits is accepted'),
        storageAway(
          'full for an API process: a recording is refused too that had arrived whole before the disk failed',
        ),
        diskObjectStore('reports a disk that fails after the whole recording has arrived'),
        storageAway('full for a worker: it takes no call and says so, and another worker completes the call'),
        sickWorker('takes none of 16 calls down beside a healthy one, burns no attempt, and comes back'),
        workerHealth('ends with %s from the system'),
        workerHealth(
          'ends when the disk is nearly full, before a call fails for it, and comes back when there is room',
        ),
        diskCheck('a worker whose disk is nearly full says so and takes no calls, until there is room'),
        startUp('says that the disk of DATA_DIR is full, or read-only'),
      ],
      seenToFail:
        'Incomplete files were not deleted: one stayed. A source that had ended was taken for a broken one: the upload got the 500 of an internal error. A worker did not look at the room that is left: it took calls on a disk with 1 % left.',
    },
    {
      number: 28,
      title: 'An API process gets SIGTERM during uploads',
      outcome:
        'The process finishes and answers these uploads, for 23 seconds. It waits for no connection without a whole request. It exits with 0.',
      tests: [
        stopping(
          'finishes the uploads under way although its output is no longer read, accepts no new request, and exits with 0',
        ),
        stopping('ends connections without a whole request, finishes an upload beside them, and exits with 0'),
        stopping('exits within its grace period although an upload does not end, and leaves nothing of the upload'),
      ],
      seenToFail:
        'The process cut its connections at once: the uploads broke off. They did so too where the reader of its output had ended before it (EPIPE). Connections without a request were waited for: the upload beside them was cut, and the process took all of its time.',
    },
    {
      number: 29,
      title: 'A worker gets SIGTERM in the middle of a transcription',
      outcome: 'The worker hands its lease back at once. That uses up no attempt.',
      tests: [killedInEachStep('a stopped worker hands its call back at once and ends cleanly')],
      seenToFail: 'The worker did not hand its call back: the lease stayed.',
    },
    {
      number: 30,
      title: 'A process gets SIGTERM while Redis is down',
      outcome: 'The process hands its calls back and exits with 0 within its grace period.',
      tests: [redisAway('%s when a process gets SIGTERM: it hands its call back and exits with 0')],
      seenToFail:
        'The test failed when it was written: a worker with a claimed call waited in the queue’s own shutdown until it was killed.',
    },
    {
      number: 31,
      title: 'Six processes start the migrations at the same time',
      outcome:
        'One process migrates while the others wait. If it is killed, the lock is free again, and the next drops what was left of an index. Calls are written meanwhile.',
      tests: [
        migrations('run once when six processes start together'),
        migrations('run when the process that held their lock was killed'),
        migrations('make an index on a large table while calls are written'),
        migrations('drop what a killed run left of an index, and make it again'),
        migrations('let a process of an earlier release, which waits in one statement, go on'),
        startingTogether('on an empty database migrate it once, and all come up'),
        startingTogether(
          'leave no half migration when the migrating process is killed, and the next process continues',
        ),
      ],
      seenToFail:
        'Migrations ran without the lock: of six simultaneous processes, one failed because a table already existed. With the lock taken in one long statement, an index that is made concurrently waited for those who waited for the lock, and no process ever started.',
    },
    {
      number: 32,
      title: 'A rolling deployment replaces every process under load, with two releases on one schema',
      outcome: 'Every request is served.',
      tests: [
        rollingRestart('fails no request, loses no call and bills each once'),
        stopping('works on a schema that a later release has added to'),
        stopping('continues what the other release began, and the other way round, and no request fails'),
      ],
      seenToFail:
        'A process that got SIGTERM exited at once: the upload under way broke off. The last migration added a column without a default that must not be null: the release before it answered 500.',
    },
  ],
};
