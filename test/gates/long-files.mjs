// Files of the short gate that may take more than 20 CPU seconds, each with the reason.
export const LONG_FILES = {
  'test/adapters/ffmpeg/ffmpeg.audio-decoder.test.ts':
    'Every format is decoded, by a second ffmpeg too where PATH has one.',
  'test/arrivals/batches/manifest-lines.unit.test.ts': 'Manifests of 100 MB and of 100,000 lines are read whole.',
  'test/arrivals/sources/twilio/twilio.controller.test.ts':
    'Some thirty calls go through the whole pipeline, sound included.',
  'test/arrivals/sources/watching/watch-sources.test.ts':
    'Buckets with a million keys are listed, and thousands of calls made.',
  'test/clients/conformance.test.ts':
    'The libraries of four languages play 130 faults each, each in a runtime of its own.',
  'test/docs/intake-pages.test.ts': 'The commands of the pages are run, with programs of their own.',
  'test/e2e/recordings.test.ts': 'Recordings of every kind are decoded and judged.',
  'test/e2e/what-can-go-wrong.test.ts': 'Each row of a page about errors is brought about in a service of its own.',
  'test/faults/killed-around-the-answer.test.ts': 'A process is killed and started for each POST that makes something.',
  'test/masking/holds/hold-sequences.test.ts':
    '200 random sequences of holds, releases, deletions, erasures, retentions and redactions, twelve acts each.',
  'test/faults/killed-while-erasing.test.ts': 'A worker is killed and started in each step of an erasure.',
  'test/masking/erasures/restored-backup.test.ts':
    'The database is backed up and restored, and the service started on it.',
  'test/masking/erasures/restored-sequences.test.ts':
    'Twenty random sequences before and after a backup, which is restored, with the service started three times.',
  'test/contract/holds.test.ts': 'A hold over 12,000 calls, and rounds of retention that a worker begins.',
  'test/faults/killed-in-each-step.test.ts': 'A worker is killed and started in each step of a call.',
  'test/faults/postgres-away.test.ts': 'A PostgreSQL server of its own is stopped, crashed and started.',
  'test/faults/redis-away.test.ts': 'A Redis server of its own is stopped, killed and emptied under load.',
  'test/pages/console-decide.test.ts': 'A browser goes through all that a person decides about a call.',
  'test/pages/console-forms.test.ts': 'A browser writes, tries and publishes forms, and calls are judged by them.',
  'test/pages/console-queue.test.ts': 'Two browsers take calls from one queue.',
  'test/pages/console.test.ts': 'A browser goes through the whole console in every look.',
  'test/redaction/fresh-calls.test.ts': 'Each call is decoded, transcribed, and masked in sound in several formats.',
  'test/access/another-account.test.ts': 'Each route is asked with the ids of another account.',
  'test/access/routes-of-members.test.ts': 'Each route is asked by each role.',
  'test/contract/documented-requests.test.ts': 'Every edge of what the API document allows is sent.',
  'test/contract/every-route.test.ts': 'Each route is asked in every way that it refuses.',
  'test/speech/redaction/groups/groups.unit.test.ts': 'A thousand calls and pieces are searched twice.',
  'test/judging/trials/engine-trials.test.ts': 'Forty calls are heard by two engines.',
  'test/judging/watch/watch.test.ts': 'A scorecard judges some 700 calls again, in weeks that pass.',
};
