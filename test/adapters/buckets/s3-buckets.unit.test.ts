// How a client's bucket is reached: to public addresses alone, and with a role where one is given.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { S3Buckets } from '../../../src/adapters/buckets/s3.buckets.js';
import { OutboundDoor } from '../../../src/platform/outbound/outbound-door.js';
import { type BucketAddress, BucketError } from '../../../src/ports/buckets.js';
import { toWav } from '../../support/audio/wav.js';
import { BUCKET_KEYS, BucketStub } from '../../support/stubs/bucket-stub.js';

const ACCOUNT = '5f0c2a7e-8d41-4a0b-9a53-6f1f6d1b2c3d';
const WANTED = { prefix: '', after: '', token: null, inFolders: false };
const { signal } = new AbortController();

let stub: BucketStub;
let doors: OutboundDoor[] = [];
beforeEach(async () => {
  stub = new BucketStub('acme-recordings');
  await stub.listen();
  stub.put('a_b.wav', toWav(new Int16Array(8), 8_000));
});
afterEach(async () => {
  await Promise.all(doors.map((door) => door.onApplicationShutdown()));
  doors = [];
  await stub.close();
});

function bucketsOf(addresses: readonly string[], allowPrivate = false, stsEndpoint: string | null = null): S3Buckets {
  let asked = 0;
  const nameLookup = () => async () => {
    const address = addresses[Math.min(asked++, addresses.length - 1)] ?? '';
    return { addresses: [{ address, family: 4 }], ttlMs: 0 };
  };
  const door = new OutboundDoor({ allowPrivate, production: false, nameLookup });
  doors.push(door);
  const credentials = { accessKeyId: 'AKIAIOSFODNN7EXAMPLE', secretAccessKey: 'of the service' };
  return new S3Buckets(door, { region: 'us-east-1', credentials, endpoint: stsEndpoint });
}

const addressOf = (endpoint: string): BucketAddress => ({
  accountId: ACCOUNT,
  bucket: stub.bucket,
  region: 'us-east-1',
  endpoint,
  keys: { accessKeyId: BUCKET_KEYS.access_key_id, secretAccessKey: BUCKET_KEYS.secret_access_key },
});
const port = () => new URL(stub.endpoint).port;

describe('a private address', () => {
  it('behind a name is not connected to', async () => {
    const bucket = await bucketsOf(['127.0.0.1']).open(addressOf(`http://objects.example.com:${port()}`));
    await expect(bucket.list(WANTED, signal)).rejects.toThrow('The URL does not point to a public address');
    bucket.close();
    expect(stub.counts.list).toBe(0);
  });

  it('is refused where it stands in the endpoint itself', async () => {
    for (const endpoint of [stub.endpoint, 'http://169.254.169.254', 'http://[::1]:8080', 'http://localhost:8080'])
      await expect(bucketsOf(['192.0.2.1']).open(addressOf(endpoint)), endpoint).rejects.toThrow(BucketError);
  });

  it('is connected to where the operator allows it', async () => {
    const bucket = await bucketsOf(['127.0.0.1'], true).open(addressOf(`http://objects.example.com:${port()}`));
    expect((await bucket.list(WANTED, signal)).objects.map(({ key }) => key)).toEqual(['a_b.wav']);
    bucket.close();
  });
});

describe('a role', () => {
  let sts: Server;
  const asked: URLSearchParams[] = [];
  let status = 200;
  beforeEach(async () => {
    asked.length = 0;
    status = 200;
    sts = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => asked.push(new URLSearchParams(Buffer.concat(chunks).toString())));
      response.writeHead(status, { 'content-type': 'text/xml' }).end(
        `<AssumeRoleResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/"><AssumeRoleResult><Credentials>
         <AccessKeyId>${BUCKET_KEYS.access_key_id}</AccessKeyId><SecretAccessKey>${BUCKET_KEYS.secret_access_key}</SecretAccessKey>
         <SessionToken>session</SessionToken><Expiration>2100-01-01T00:00:00Z</Expiration>
         </Credentials></AssumeRoleResult></AssumeRoleResponse>`,
      );
    });
    await new Promise<void>((done) => sts.listen(0, '127.0.0.1', done));
  });
  afterEach(() => new Promise((done) => sts.close(done)));
  const stsEndpoint = () => `http://127.0.0.1:${(sts.address() as AddressInfo).port}`;
  const keys = { roleArn: 'arn:aws:iam::123456789012:role/recordings', externalId: 'call-analysis-7f3a' };

  it('is assumed with the external id, and with the account as the name of the session', async () => {
    const bucket = await bucketsOf(['127.0.0.1'], true, stsEndpoint()).open({ ...addressOf(stub.endpoint), keys });
    expect((await bucket.list(WANTED, signal)).objects, 'objects listed').toHaveLength(1);
    await bucket.list(WANTED, signal);
    bucket.close();
    expect(asked, 'requests for a role').toHaveLength(1);
    expect(Object.fromEntries(asked[0] ?? [])).toMatchObject({
      Action: 'AssumeRole',
      RoleArn: keys.roleArn,
      ExternalId: keys.externalId,
      RoleSessionName: ACCOUNT,
    });
  });

  it('that cannot be assumed is told without its name', async () => {
    status = 403;
    const bucket = await bucketsOf(['127.0.0.1'], true, stsEndpoint()).open({ ...addressOf(stub.endpoint), keys });
    await expect(bucket.list(WANTED, signal)).rejects.toThrow(/^The role could not be assumed$/);
    bucket.close();
  });
});

describe('an object', () => {
  it('that is not read to its end gives its connection back', async () => {
    const bucket = await bucketsOf(['127.0.0.1'], true).open(addressOf(stub.endpoint));
    for (let n = 0; n < 20; n++) (await bucket.open('a_b.wav', signal))?.body.on('error', () => undefined).destroy();
    expect((await bucket.list(WANTED, signal)).objects, 'objects listed').toHaveLength(1);
    bucket.close();
  });
});
