// Object storage fails, and disks are full. An upload is accepted whole or refused, and a claimed call waits.
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/apps/running-service.js';
import { type Fleet, startFleet } from '../support/processes/fleet.js';
import { type S3Stub, startS3Stub } from '../support/stubs/s3-stub.js';

const UPLOAD_FAILED = { detail: 'Audio upload failed' };
/** Room for one second of silence, but not for a call. */
const FULL = { maxFileBytes: 256 * 1024 };
/** No room for one second of silence either: the recording has arrived whole before the write fails. */
const COMPLETELY_FULL = { maxFileBytes: 16 * 1024 };

const expectNothing = async ({ db }: Fleet) => {
  const { rows } = await db.query(
    'SELECT (SELECT count(*) FROM analysis)::int + (SELECT count(*) FROM minutes_reservation)::int AS n',
  );
  expect(rows).toEqual([{ n: 0 }]);
};
const untilHandedBack = (fleet: Fleet, id: string) =>
  until(async () => {
    const { rows } = await fleet.db.query<{ failures: number }>(
      'SELECT provider_failures AS failures FROM analysis WHERE id = $1 AND lease_until IS NULL AND run_after > created_at',
      [id],
    );
    if (rows.length > 0) expect(rows).toEqual([{ failures: 0 }]);
    return rows.length > 0;
  }, 'the call to be handed back');

describe('object storage', () => {
  let s3: S3Stub;
  let fleet: Fleet;

  beforeAll(async () => {
    s3 = await startS3Stub();
    fleet = await startFleet({
      ...s3.settings,
      S3_REGION: 'eu-central-1',
    });
    await fleet.start('api');
    await fleet.open();
  });
  afterAll(async () => {
    await fleet?.close();
    await s3?.close();
  });

  /** The bucket holds the mark of its deployment besides. */
  const recordings = () => [...s3.objects.keys()].filter((key) => key.startsWith('recordings/'));

  it('failing: an upload is refused and leaves nothing [fault 26]', async () => {
    s3.failing = true;
    const refused = await fleet.post();
    await expect(refused).toAnswer(500, UPLOAD_FAILED);
    await expectNothing(fleet);
    s3.failing = false;
    const id = await fleet.submit();
    await fleet.start('worker');
    expect(await fleet.finished(id)).toBeInStatus('completed');
    const waiting = await fleet.submit({ recording: 'silence' });
    await fleet.finished(waiting);
    expect([s3.openUploads.size, recordings().length]).toEqual([0, 2]);
    await fleet.expectInvariants({ storedKeys: recordings });
  });

  it('failing: an analysis can be deleted, and its recording is left to the sweep', async () => {
    const id = await fleet.submit({ recording: 'silence' });
    s3.failing = true;
    const deleted = await fleet.ask(`/analysis/${id}`, { method: 'DELETE' });
    s3.failing = false;
    await expect(deleted).toAnswer(200, { id, object: 'analysis', deleted: true });
    await expect(await fleet.ask(`/analysis/${id}`)).toAnswer(404);
    // The process tries once more by itself, and the sweep does until the store has deleted it.
    const key = `recordings/${id}`;
    const noted = await fleet.db.query('SELECT 1 FROM recording_deletion WHERE storage_key = $1', [key]);
    expect(s3.objects.has(key) && noted.rowCount === 0, 'a stored recording that nothing deletes').toBe(false);
    s3.objects.delete(key);
  });

  it('failing for a worker: the call is retried until its recording can be read [fault 26]', async () => {
    // Not before: a worker that has noticed that the store fails takes no call. It may still read the recording that was deleted.
    s3.beforeRead = (key) => {
      s3.failing ||= key.startsWith('recordings/') && s3.objects.has(key);
    };
    const id = await fleet.submit();
    await untilHandedBack(fleet, id);
    s3.beforeRead = null;
    s3.failing = false;
    expect(await fleet.finished(id)).toBeInStatus('completed');
    await fleet.expectInvariants({ storedKeys: recordings });
  });
});

describe('a disk', () => {
  let fleet: Fleet;

  beforeAll(async () => {
    fleet = await startFleet();
    await fleet.start('api');
    await fleet.open();
  });
  afterEach(() => fleet.expectInvariants());
  afterAll(() => fleet?.close());

  it('full for an API process: what does not fit is refused and leaves nothing, what fits is accepted [fault 27]', async () => {
    const full = await fleet.start('api', {}, FULL);
    const refused = await fleet.post({ rootUrl: full.rootUrl });
    await expect(refused).toAnswer(500, UPLOAD_FAILED);
    await expectNothing(fleet);
    const id = await fleet.submit({ rootUrl: full.rootUrl, recording: 'silence' });
    const worker = await fleet.start('worker');
    expect(await fleet.finished(id)).toBeInStatus('completed');
    expect(full.child.exitCode, 'exit code of the API on the full disk, which must still run').toBeNull();
    expect(await worker.terminate(), 'exit code of the worker').toBe(0);
  });

  it('full for an API process: a recording is refused too that had arrived whole before the disk failed [fault 27]', async () => {
    const full = await fleet.start('api', {}, COMPLETELY_FULL);
    const before = await fleet.ask('/analysis');
    const refused = await fleet.post({ rootUrl: full.rootUrl, recording: 'silence' });
    await expect(refused).toAnswer(500, UPLOAD_FAILED);
    expect((await fleet.ask('/analysis')).body.total).toBe(before.body.total);
    expect(full.child.exitCode, 'exit code of the API on the full disk, which must still run').toBeNull();
  });

  it('full for a worker: it takes no call and says so, and another worker completes the call [fault 27]', async () => {
    const id = await fleet.submit();
    const full = await fleet.start('worker', {}, { ...FULL, unready: true });
    const ready = await fetch(`${full.rootUrl}/health/ready`);
    await expect(ready).toAnswer(503);
    expect(JSON.parse(await ready.text()).checks.worker).toBeInStatus('failing');
    const { rows } = await fleet.db.query('SELECT provider_failures, fence FROM analysis WHERE id = $1', [id]);
    expect(rows).toEqual([{ provider_failures: 0, fence: 0 }]);
    expect(full.child.exitCode, 'exit code of the worker on the full disk, which must still run').toBeNull();
    await full.terminate();
    await fleet.start('worker');
    expect(await fleet.finished(id)).toBeInStatus('completed');
  });
});
