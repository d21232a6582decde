// A server that speaks S3's protocol for one bucket, in memory.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';

interface Stored {
  readonly body: Buffer;
  readonly modifiedAt: Date;
}

interface S3Request {
  readonly method: string | undefined;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly body: Buffer;
  readonly range: string | undefined;
  readonly checksummed: boolean;
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>';
/** Of every object: a client cannot tell how a store makes them. */
const ETAG = '"5d41402abc4b2a76b9719d911017c592"';

export async function startS3Stub(bucket = 'recordings-test'): Promise<S3Stub> {
  const stub = new S3Stub(bucket);
  await stub.listen();
  return stub;
}

export class S3Stub {
  endpoint = '';
  /** The service's own, with which it stores its objects here. */
  get settings() {
    return {
      S3_BUCKET: this.bucket,
      S3_ENDPOINT: this.endpoint,
      S3_FORCE_PATH_STYLE: 'true',
      AWS_ACCESS_KEY_ID: 'access',
      AWS_SECRET_ACCESS_KEY: 'secret',
    };
  }
  readonly objects = new Map<string, Stored>();
  /** Multipart uploads that were begun and neither completed nor aborted. */
  readonly openUploads = new Map<string, Map<number, Buffer>>();
  /** While true, every answer is a 500. */
  failing = false;
  /** How the next object is sent: no answer, or its first half only. It calls `then` when it is so far. */
  stuck: { readonly at: 'answer' | 'half'; then(): void } | null = null;
  /** While true, the object that is sent next breaks off after its first half. */
  cutsNext = false;
  /** The status of a proxy's page that answers the request; null where none stands in the way. */
  pageInstead: ((method: string | undefined, query: URLSearchParams) => 200 | 404 | null) | null = null;
  /** While true, a request for several deletions is answered as by a store that does not know it. */
  deletesOneAtATime = false;
  /** How the deletion of one object is answered. */
  deletionStatus: 200 | 204 = 204;
  /** Keys whose deletion is refused. */
  readonly undeletable = new Set<string>();
  /** The numbers of keys of the requests for several deletions. */
  readonly deletions: number[] = [];
  /** Called when all bytes of an object have arrived, before it is stored; storing waits for the promise. */
  beforeStored: ((key: string) => Promise<void> | void) | null = null;
  /** Called when an object is stored; the answer waits for the promise. */
  afterStored: ((key: string) => Promise<void> | void) | null = null;
  /** Called before an object is sent; from there on, `failing` may be true. */
  beforeRead: ((key: string) => void) | null = null;
  private uploads = 0;
  private readonly server = createServer((request, response) => {
    this.handle(request, response).catch(() => response.destroy());
  });

  constructor(readonly bucket: string) {}

  async listen(): Promise<void> {
    // Connections close only when a client closes them.
    this.server.keepAliveTimeout = 0;
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.endpoint = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  openConnections(): Promise<number> {
    return promisify(this.server.getConnections.bind(this.server))();
  }

  private async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stub');
    const query = url.searchParams;
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (this.failing) return void refuse(response, 500, 'InternalError');
    const pageStatus = this.pageInstead?.(request.method, query) ?? null;
    if (pageStatus !== null) return void sendPage(response, pageStatus);
    if (bucket !== this.bucket) return void refuse(response, 404, 'NoSuchBucket');
    const signed = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256') || query.has('X-Amz-Signature');
    if (!signed) return void refuse(response, 403, 'AccessDenied');
    if (hasExpired(query)) return void refuse(response, 403, 'AccessDenied');
    // A store that does not know this framing would keep it as part of the object.
    if (/aws-chunked/.test(request.headers['content-encoding'] ?? ''))
      return void refuse(response, 501, 'NotImplemented');
    const { method, headers } = request;
    await this.answer(
      {
        method,
        key: rest.join('/'),
        query,
        body: Buffer.concat(chunks),
        range: headers.range,
        checksummed: 'content-md5' in headers || 'x-amz-checksum-crc32' in headers,
      },
      response,
    );
  }

  private async answer(request: S3Request, response: ServerResponse): Promise<void> {
    switch (request.method) {
      case 'POST':
        if (request.query.has('delete')) return this.deleteObjects(request, response);
        return request.query.has('uploads')
          ? this.beginUpload(request, response)
          : this.completeUpload(request, response);
      case 'PUT':
        return this.putBytes(request, response);
      case 'DELETE': {
        const uploadId = request.query.get('uploadId');
        if (uploadId) this.openUploads.delete(uploadId);
        else if (this.undeletable.has(request.key)) return void refuse(response, 403, 'AccessDenied');
        else this.objects.delete(request.key);
        return void response.writeHead(this.deletionStatus, { 'content-length': 0 }).end();
      }
      case 'HEAD':
        return request.key === '' ? void response.writeHead(200).end() : this.getObject(request, response);
      case 'GET':
        this.beforeRead?.(request.key);
        if (this.failing) return void refuse(response, 500, 'InternalError');
        return request.key === '' ? this.listObjects(request, response) : this.getObject(request, response);
      default:
        return void refuse(response, 405, 'MethodNotAllowed');
    }
  }

  /** As S3: refuses a request without a checksum, and one of more than a thousand keys. */
  private deleteObjects({ body, checksummed }: S3Request, response: ServerResponse): void {
    if (this.deletesOneAtATime) return void refuse(response, 501, 'NotImplemented');
    if (!checksummed) return void refuse(response, 400, 'InvalidRequest');
    const keys = [...body.toString().matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key);
    if (keys.length === 0 || keys.length > 1_000) return void refuse(response, 400, 'MalformedXML');
    this.deletions.push(keys.length);
    for (const key of keys) if (!this.undeletable.has(key)) this.objects.delete(key);
    const deleted = keys
      .filter((key) => !this.undeletable.has(key))
      .map((key) => `<Deleted><Key>${key}</Key></Deleted>`);
    const errors = keys
      .filter((key) => this.undeletable.has(key))
      .map((key) => `<Error><Key>${key}</Key><Code>AccessDenied</Code><Message>Access Denied</Message></Error>`);
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(`${XML}<DeleteResult>${deleted.join('')}${errors.join('')}</DeleteResult>`);
  }

  private beginUpload({ key }: S3Request, response: ServerResponse): void {
    const id = `upload-${++this.uploads}`;
    this.openUploads.set(id, new Map());
    const answer = `<Bucket>${this.bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId>`;
    response.writeHead(200).end(`${XML}<InitiateMultipartUploadResult>${answer}</InitiateMultipartUploadResult>`);
  }

  private async completeUpload({ key, query }: S3Request, response: ServerResponse): Promise<void> {
    const uploadId = query.get('uploadId') ?? '';
    const parts = this.openUploads.get(uploadId);
    if (!parts) return void refuse(response, 404, 'NoSuchUpload');
    const ordered = [...parts].sort(([a], [b]) => a - b).map(([, part]) => part);
    await this.store(key, Buffer.concat(ordered));
    this.openUploads.delete(uploadId);
    response
      .writeHead(200)
      .end(
        `${XML}<CompleteMultipartUploadResult><Key>${key}</Key><ETag>${ETAG}</ETag></CompleteMultipartUploadResult>`,
      );
  }

  private async putBytes({ key, query, body }: S3Request, response: ServerResponse): Promise<void> {
    const uploadId = query.get('uploadId');
    if (uploadId === null) {
      await this.store(key, body);
    } else {
      const parts = this.openUploads.get(uploadId);
      if (!parts) return void refuse(response, 404, 'NoSuchUpload');
      parts.set(Number(query.get('partNumber')), body);
    }
    response.writeHead(200, { etag: ETAG }).end();
  }

  private async store(key: string, body: Buffer): Promise<void> {
    await this.beforeStored?.(key);
    this.objects.set(key, { body, modifiedAt: new Date() });
    await this.afterStored?.(key);
  }

  private getObject({ method, key, query, range }: S3Request, response: ServerResponse): void {
    const found = this.objects.get(key);
    if (!found) return void refuse(response, 404, 'NoSuchKey');
    const asked = /^bytes=(\d+)-(\d+)$/.exec(range ?? '');
    const start = asked ? Number(asked[1]) : 0;
    const end = asked ? Math.min(Number(asked[2]), found.body.length - 1) : found.body.length - 1;
    if (start > end && found.body.length > 0) return void refuse(response, 416, 'InvalidRange');
    const part = found.body.subarray(start, end + 1);
    const { stuck } = this;
    this.stuck = null;
    if (stuck?.at === 'answer') return void stuck.then();
    response.writeHead(asked ? 206 : 200, {
      'content-length': part.length,
      etag: ETAG,
      'last-modified': found.modifiedAt.toUTCString(),
      'content-type': query.get('response-content-type') ?? 'application/octet-stream',
      ...(query.has('response-content-disposition') && {
        'content-disposition': query.get('response-content-disposition') ?? '',
      }),
      ...(asked && { 'content-range': `bytes ${start}-${end}/${found.body.length}` }),
    });
    const cuts = this.cutsNext;
    this.cutsNext = false;
    if (cuts) response.write(part.subarray(0, part.length / 2), () => response.destroy());
    else if (stuck) response.write(part.subarray(0, part.length / 2), () => stuck.then());
    else response.end(method === 'HEAD' ? undefined : part);
  }

  /** Two objects a page, so that a client that does not ask for further pages misses objects. */
  private listObjects({ query }: S3Request, response: ServerResponse): void {
    const all = [...this.objects]
      .filter(([key]) => key.startsWith(query.get('prefix') ?? ''))
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const from = Number(query.get('continuation-token') ?? 0);
    const hasMore = from + 2 < all.length;
    const contents = all
      .slice(from, from + 2)
      .map(
        ([key, { body, modifiedAt }]) =>
          `<Contents><Key>${key}</Key><Size>${body.length}</Size><LastModified>${modifiedAt.toISOString()}</LastModified></Contents>`,
      );
    const token = hasMore ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : '';
    const answer = `<IsTruncated>${hasMore}</IsTruncated>${token}${contents.join('')}`;
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(`${XML}<ListBucketResult>${answer}</ListBucketResult>`);
  }
}

/** Of a presigned link: it is good for some seconds from its time, which is written as in 20261101T100000Z. */
function hasExpired(query: URLSearchParams): boolean {
  const signedAt = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(query.get('X-Amz-Date') ?? '');
  if (!signedAt) return false;
  const [year = 0, month = 0, ...rest] = signedAt.slice(1).map(Number);
  return Date.now() > Date.UTC(year, month - 1, ...rest) + Number(query.get('X-Amz-Expires')) * 1_000;
}

/** Well-formed, so that a client that reads it as XML finds no fault in it. */
function sendPage(response: ServerResponse, status: number): void {
  const page = '<html>Hello</html>';
  response.writeHead(status, { 'content-type': 'text/html', 'content-length': page.length }).end(page);
}

function refuse(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`${XML}<Error><Code>${code}</Code></Error>`);
}
