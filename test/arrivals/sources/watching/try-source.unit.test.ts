// The test of a source that is not saved: a client names any host, and its name may lead to an address of the operator's network.
import { afterEach, expect, it } from 'vitest';
import { S3Buckets } from '../../../../src/adapters/buckets/s3.buckets.js';
import { Sources } from '../../../../src/arrivals/sources/sources.service.js';
import { TrySource } from '../../../../src/arrivals/sources/watching/try-source.js';
import { OutboundDoor } from '../../../../src/platform/outbound/outbound-door.js';
import { BUCKET_KEYS, BucketStub } from '../../../support/stubs/bucket-stub.js';

const doors: OutboundDoor[] = [];
afterEach(() => Promise.all(doors.splice(0).map((door) => door.onApplicationShutdown())));

function trySource(address: string): TrySource {
  const nameLookup = () => async () => ({ addresses: [{ address, family: 4 }], ttlMs: 0 });
  const door = new OutboundDoor({ allowPrivate: false, production: false, nameLookup });
  doors.push(door);
  const buckets = new S3Buckets(door, { region: 'us-east-1', credentials: null, endpoint: null });
  // A test of a source that is not saved asks neither the database nor the stored credentials.
  const unused = undefined as never;
  return new TrySource(unused, buckets, unused, unused, new Sources(unused, door, unused, buckets));
}

it.each(['127.0.0.1', '169.254.169.254', '10.0.0.1'])('connects to no name that leads to %s', async (address) => {
  const stub = new BucketStub('acme-recordings');
  await stub.listen();
  const endpoint = `http://objects.example.com:${new URL(stub.endpoint).port}`;
  const caller = { accountId: '5f0c2a7e-8d41-4a0b-9a53-6f1f6d1b2c3d', livemode: true };
  const naming = { pattern: '{agent_id}_{contact_id}.wav' };
  const settings = { bucket: stub.bucket, prefix: '', region: 'us-east-1', endpoint, naming };
  const fields = { name: 'Berlin', kind: 's3', settings, defaults: {}, credentials: BUCKET_KEYS } as const;
  const tried = await trySource(address).runNew(caller, fields);
  expect(tried).toEqual({ objects: [], error: 'The URL does not point to a public address' });
  expect(stub.counts.list, 'list requests').toBe(0);
  await stub.close();
});
