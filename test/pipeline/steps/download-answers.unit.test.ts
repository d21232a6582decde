// What servers of recordings answer, and what becomes of it: real HTTP, and the step that downloads. [whole]
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import zlib from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AnalysisClaims, ClaimedCall } from '../../../src/calls/claims/analysis-claims.js';
import type { CallRun } from '../../../src/pipeline/steps/call-run.js';
import { FetchRecording } from '../../../src/pipeline/steps/fetch-recording.js';
import type { DownloadCredentials } from '../../../src/platform/outbound/outbound-door.js';
import type { ObjectStore } from '../../../src/ports/object-store.js';
import { RecordingIntake } from '../../../src/recordings/receiving/recording-intake.js';
import type { Doorbells } from '../../../src/work/doorbells.js';
import { noise, wav } from '../../support/audio/audio-fixtures.js';
import { type OutboundTarget, startOutboundTarget } from '../../support/stubs/outbound-target.js';

const SOUND = wav([noise(3_100, 2_000)]);

let target: OutboundTarget;
beforeAll(async () => {
  target = await startOutboundTarget();
});
beforeEach(() => target.reset());
afterAll(async () => {
  await target?.closeDoors();
  target?.close();
});

/** Downloads, and gives back what was stored, or what the step threw. */
async function fetched(
  url: string,
  answer?: RequestListener,
  credentials: DownloadCredentials | null = null,
): Promise<Buffer | { name: string; message: string }> {
  if (answer) target.answer = answer;
  let stored = Buffer.of();
  const store: Partial<ObjectStore> = {
    put: async (_key: string, body: Readable) => {
      stored = await buffer(body);
      return { sizeBytes: stored.length };
    },
  };
  const claims: Partial<AnalysisClaims> = {
    recordProgress: async () => undefined,
    recordRecording: async () => undefined,
  };
  const doorbells: Partial<Doorbells> = { ring: async () => undefined };
  const step = new FetchRecording(
    claims as AnalysisClaims,
    target.door(),
    new RecordingIntake(store as ObjectStore),
    doorbells as Doorbells,
    { find: async () => credentials, otherAddressOf: () => null },
  );
  const call = { id: 'call', accountId: 'account', storageKey: null, sourceUrl: url } as unknown as ClaimedCall;
  const run = { call, signal: new AbortController().signal } as CallRun;
  return step.run(run).then(
    () => stored,
    (error: Error) => ({ ...error, name: error.name, message: error.message }),
  );
}

const at = (path = '/call.wav') => `${target.origin}${path}`;

function sends(status: number, headers: Readonly<Record<string, string | string[]>>, body: Buffer | string = SOUND) {
  return (_: IncomingMessage, response: ServerResponse) => void response.writeHead(status, headers).end(body);
}

async function expectRecording(answer: RequestListener): Promise<void> {
  const got = await fetched(at(), answer);
  expect(Buffer.isBuffer(got) ? got.equals(SOUND) : got, 'The recording did not arrive as it is').toBe(true);
}

describe('content that names a coding', () => {
  it.each([
    'aws-chunked',
    'utf-8',
    'UTF-8',
    'none',
    'UTF-8, identity',
    'identity',
    'binary',
    'audio/wav',
    '7bit',
    'null',
    '',
    'gzip',
    'deflate',
    'br',
    'zstd',
    'gzip, aws-chunked',
    'x-gzip',
    'gzip, br',
  ])('%j and is as it is', async (coding) => {
    await expectRecording(sends(200, { 'content-encoding': coding }));
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['gzip', zlib.gzipSync],
    ['GZIP', zlib.gzipSync],
    ['x-gzip', zlib.gzipSync],
    ['gzip,aws-chunked', zlib.gzipSync],
    ['utf-8, gzip', zlib.gzipSync],
    ['deflate', zlib.deflateSync],
    ['deflate', zlib.deflateRawSync],
    ['br', zlib.brotliCompressSync],
    ['deflate, gzip', (bytes) => zlib.gzipSync(zlib.deflateSync(bytes))],
    ['gzip, gzip', zlib.gzipSync],
    ['gzip', (bytes) => Buffer.concat([zlib.gzipSync(bytes.subarray(0, 5_000)), zlib.gzipSync(bytes.subarray(5_000))])],
  ])('%s and is compressed', async (coding, compress) => {
    await expectRecording(sends(200, { 'content-encoding': coding }, compress(SOUND)));
  });

  it('twice, in two headers', async () => {
    await expectRecording(sends(200, { 'content-encoding': ['aws-chunked', 'gzip'] }, zlib.gzipSync(SOUND)));
  });

  it('and breaks off is resumed within the compressed bytes', async () => {
    const bytes = zlib.gzipSync(SOUND);
    const headers = { 'content-encoding': 'gzip', etag: '"one"' };
    await expectRecording((request, response) => {
      const from = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0);
      if (from > 0) {
        const range = `bytes ${from}-${bytes.length - 1}/${bytes.length}`;
        response.writeHead(206, { ...headers, 'content-range': range, 'content-length': bytes.length - from });
        return void response.end(bytes.subarray(from));
      }
      response.writeHead(200, { ...headers, 'content-length': bytes.length });
      response.write(bytes.subarray(0, 20_000), () => setImmediate(() => response.destroy()));
    });
  });

  it.each<[string, Buffer]>([
    ['gzip', zlib.gzipSync(SOUND).subarray(0, 5_000)],
    ['gzip', Buffer.concat([zlib.gzipSync(SOUND).subarray(0, 1_000), Buffer.alloc(5_000, 7)])],
    ['br', Buffer.alloc(9_000, 0xa5)],
  ])('%s and cannot be decompressed is refused', async (coding, bytes) => {
    expect(await fetched(at(), sends(200, { 'content-encoding': coding }, bytes))).toMatchObject({
      name: 'WorkRefused',
      code: 'url_refused',
      message:
        'The recording could not be downloaded: the server sent compressed content that could not be decompressed',
    });
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['gzip', (bytes) => zlib.gzipSync(bytes)],
    ['br', (bytes) => zlib.brotliCompressSync(bytes, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 3 } })],
  ])(
    '%s and grows beyond the largest recording is refused',
    async (coding, compress) => {
      const bomb = compress(Buffer.concat([SOUND.subarray(0, 44), Buffer.alloc(530_000_000)]));
      expect(bomb.length, 'bytes of the bomb').toBeLessThan(1_000_000);
      expect(await fetched(at(), sends(200, { 'content-encoding': coding }, bomb))).toMatchObject({
        name: 'WorkRefused',
        code: 'too_large',
      });
    },
    180_000,
  );
});

describe('the status of an answer', () => {
  it.each([200, 203])('%i has a recording', async (status) => {
    await expectRecording(sends(status, { 'content-type': 'audio/wav' }));
  });

  it('206 has a recording where it holds the whole', async () => {
    await expectRecording(sends(206, { 'content-range': `bytes 0-${SOUND.length - 1}/${SOUND.length}` }));
  });

  it.each([
    ['a part', `bytes 0-${SOUND.length - 1}/${SOUND.length + 1}`],
    ['the end', `bytes 1-${SOUND.length}/${SOUND.length + 1}`],
    ['a part of something of unknown length', `bytes 0-${SOUND.length - 1}/*`],
  ])('206 with %s is refused', async (_, range) => {
    expect(await fetched(at(), sends(206, { 'content-range': range }))).toMatchObject({
      name: 'WorkRefused',
      code: 'url_refused',
      message: 'The recording could not be downloaded: its server sent only a part of it',
    });
  });

  it.each([
    [403, {}, null],
    [404, {}, null],
    [409, {}, null],
    [425, {}, null],
    [429, { 'retry-after': '7' }, 7_000],
  ])('%i is one of a recording that may come', async (status, headers, retryAfterMs) => {
    expect(await fetched(at(), sends(status, headers, '<h1>no</h1>'))).toMatchObject({
      name: 'RecordingAwaited',
      message: `The recording could not be downloaded: its server answered with status ${status}`,
      retryAfterMs,
    });
  });

  it.each([201, 202, 204, 205, 304, 400, 401, 402, 410, 451])('%i is refused with the status', async (status) => {
    expect(await fetched(at(), sends(status, {}, ''))).toMatchObject({
      name: 'WorkRefused',
      code: 'url_refused',
      message: `The recording could not be downloaded: its server answered with status ${status}`,
    });
  });

  it.each([
    [500, {}, null],
    [503, { 'retry-after': '20' }, 20_000],
    [503, { 'retry-after': '86400' }, 300_000],
    [408, {}, null],
  ])('%i is tried again as trouble of the server', async (status, headers, retryAfterMs) => {
    expect(await fetched(at(), sends(status, headers, ''))).toMatchObject({
      name: 'ProviderError',
      retryable: true,
      code: 'url_unreachable',
      retryAfterMs,
    });
  });
});

describe('redirects', () => {
  const leads = (count: number, status = 302): RequestListener => {
    return (request, response) => {
      const hop = Number(/^\/(\d+)$/.exec(request.url ?? '')?.[1] ?? 0);
      if (hop === count) response.end(SOUND);
      else response.writeHead(status, { location: `${hop + 1}` }).end();
    };
  };

  it.each([4, 8, 10])('%i are followed', async (count) => {
    target.answer = leads(count);
    expect(Buffer.isBuffer(await fetched(at('/0'))), 'The recording did not arrive').toBe(true);
  });

  it('eleven are not', async () => {
    expect(await fetched(at('/0'), leads(11))).toMatchObject({
      name: 'WorkRefused',
      code: 'url_refused',
      message: 'The recording could not be downloaded: the server redirected too many times',
    });
  });

  it.each<[string, string, string]>([
    ['raw UTF-8', '/größe/音.wav?n=ü', '/gr%C3%B6%C3%9Fe/%E9%9F%B3.wav?n=%C3%BC'],
    ['UTF-8 that is encoded', '/gr%C3%B6%C3%9Fe.wav', '/gr%C3%B6%C3%9Fe.wav'],
    ['blanks', '/my call 1.wav', '/my%20call%201.wav'],
    ['a relative path', '../b/c.wav', '/b/c.wav'],
    ['a query alone', '?token=1', '/a/call.wav?token=1'],
    ['no scheme', '//HOST/x.wav', '/x.wav'],
    ['a fragment', '/x.wav#t=10', '/x.wav'],
  ])('%s lead to where they say', async (_, location, path) => {
    const answer: RequestListener = (request, response) => {
      if (request.url !== '/a/call.wav') return void response.end(SOUND);
      const sent = Buffer.from(location.replace('HOST', new URL(target.origin).host)).toString('latin1');
      response.writeHead(302, { location: sent }).end();
    };
    expect(Buffer.isBuffer(await fetched(at('/a/call.wav'), answer)), 'The recording did not arrive').toBe(true);
    expect(target.requests.map(({ url }) => url)).toEqual(['/a/call.wav', path]);
  });

  it('to another host go without the credentials of the first', async () => {
    const other = await startOutboundTarget();
    other.answer = sends(200, {}, SOUND);
    const credentials = { origin: target.origin, authorization: 'Basic dXNlcjpwYXNz' };
    const leads: RequestListener = (request, response) =>
      response.writeHead(302, { location: request.url === '/a' ? '/b' : `${other.origin}/c` }).end();
    try {
      await fetched(at('/a'), leads, credentials);
    } finally {
      other.close();
    }
    const sent = [...target.requests, ...other.requests].map(({ url, headers }) => [url, headers.authorization]);
    expect(sent).toEqual([
      ['/a', 'Basic dXNlcjpwYXNz'],
      ['/b', 'Basic dXNlcjpwYXNz'],
      ['/c', undefined],
    ]);
  });

  it('of bytes that are not UTF-8 keep their bytes', async () => {
    const answer: RequestListener = (request, response) =>
      request.url === '/a' ? response.writeHead(302, { location: '/gr\xf6\xdfe.wav' }).end() : response.end(SOUND);
    await fetched(at('/a'), answer);
    expect(target.requests.map(({ url }) => url)).toEqual(['/a', '/gr%F6%DFe.wav']);
  });

  it.each([
    ['another scheme', 'ftp://x/call.wav', /redirected to an address that is not taken: URL scheme should be/],
    ['no address', 'http://[', /redirected to something that is no URL/],
  ])('to %s are told', async (_, location, sentence) => {
    const got = await fetched(at('/a'), sends(302, { location }, ''));
    expect(got).toMatchObject({ message: expect.stringMatching(sentence) });
  });
});

describe('a document in place of a recording', () => {
  const XML = '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>NoSuchKey</Code></Error>';
  it.each<[string, string, string | Buffer, string]>([
    ['a page', 'text/html; charset=utf-8', '<!DOCTYPE html><html><body>Log in', 'a web page'],
    ['a page without its type', 'application/octet-stream', '\n\n<HTML lang="en">', 'a web page'],
    ['a page that says it is a recording', 'audio/wav', '<html><head><title>x</title>', 'a web page'],
    ['a page behind a byte-order mark and a comment', 'audio/mpeg', '\uFEFF<!-- x --><!doctype html>', 'a web page'],
    ['a page in UTF-16', 'audio/mpeg', Buffer.from('\uFEFF<!doctype html>', 'utf16le'), 'a web page'],
    ['a page in XHTML', 'application/xhtml+xml', '<?xml version="1.0"?><html xmlns="x">', 'a web page'],
    ['words that say they are a page', 'text/html', 'Please log in', 'a web page'],
    ['a page that only begins', 'audio/wav', '<h1>Forbidden</h1>', 'a web page'],
    ['an error of S3', 'application/xml', XML, 'an XML document'],
    ['an error of S3 without its type', 'audio/wav', XML, 'an XML document'],
    ['an error in JSON', 'application/json', '{"error":"expired"}', 'a JSON document'],
    ['an error in JSON without its type', 'audio/mpeg', ' [ {"code": 1} ]', 'a JSON document'],
    ['a problem in JSON', 'application/problem+json', '{}', 'a JSON document'],
  ])('%s is told', async (_, type, body, kind) => {
    const message = `The recording could not be downloaded: its server answered with ${kind}`;
    const refused = { name: 'WorkRefused', code: 'url_refused', message };
    expect(await fetched(at(), sends(200, { 'content-type': type }, body))).toMatchObject(refused);
  });

  it('compressed is told too', async () => {
    const page = zlib.gzipSync('<!doctype html><p>Log in');
    const answer = sends(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' }, page);
    expect(await fetched(at(), answer)).toMatchObject({ message: expect.stringContaining('a web page') });
  });

  it('is not what the type says where the bytes are a recording', async () => {
    await expectRecording(sends(200, { 'content-type': 'text/html' }));
  });

  it.each([
    ['no bytes', '', 'The recording could not be used: Audio file is empty'],
    ['other bytes', 'no recording, just words', /^The recording could not be used: Unsupported audio format/],
  ])('of %s stays what it was', async (_, body, message) => {
    const got = await fetched(at(), sends(200, { 'content-type': 'audio/wav' }, body));
    expect(got).toMatchObject({ code: 'not_audio', message: expect.stringMatching(message) });
  });
});

describe('a server that cannot be asked is told in words', () => {
  it('that refuses the connection', async () => {
    const server = createServer().listen(0);
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    expect(await fetched(`http://127.0.0.1:${port}/call.wav`)).toMatchObject({
      name: 'ProviderError',
      message: 'The recording could not be downloaded: the server refused the connection',
    });
  });

  it('that speaks no HTTP', async () => {
    const server = createServer((socket) => socket.end('SSH-2.0-x\r\n')).listen(0);
    const { port } = server.address() as AddressInfo;
    expect(await fetched(`http://127.0.0.1:${port}/call.wav`)).toMatchObject({
      message: 'The recording could not be downloaded: the server sent an answer that is not valid',
    });
    server.close();
  });
});
