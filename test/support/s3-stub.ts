// A store that speaks S3's wire protocol, for one bucket, in memory.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Stored {
  readonly body: Buffer;
  readonly modifiedAt: Date;
}

export interface S3Stub {
  readonly endpoint: string;
  readonly bucket: string;
  readonly objects: Map<string, Stored>;
  /** Multipart uploads that were begun and neither completed nor aborted. */
  readonly openUploads: Map<string, Map<number, Buffer>>;
  /** Answers with 500 from now on. */
  failing: boolean;
  /** Asked for every object once it is stored; the answer waits for the promise. */
  stored: ((key: string) => Promise<void>) | null;
  close(): Promise<void>;
}

const XML = '<?xml version="1.0" encoding="UTF-8"?>';

export async function startS3Stub(bucket = 'recordings-test'): Promise<S3Stub> {
  const objects = new Map<string, Stored>();
  const openUploads = new Map<string, Map<number, Buffer>>();
  let uploads = 0;
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy());
  });

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://stub');
    const query = url.searchParams;
    const [, inBucket, ...rest] = decodeURIComponent(url.pathname).split('/');
    const key = rest.join('/');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const fail = (status: number, code: string) =>
      response
        .writeHead(status, { 'content-type': 'application/xml' })
        .end(`${XML}<Error><Code>${code}</Code></Error>`);
    if (stub.failing) return void fail(500, 'InternalError');
    if (inBucket !== bucket) return void fail(404, 'NoSuchBucket');
    const signed = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256') || query.has('X-Amz-Signature');
    if (!signed) return void fail(403, 'AccessDenied');
    // Framing meant for the wire must not end up inside the object.
    if (/aws-chunked/.test(request.headers['content-encoding'] ?? '')) return void fail(501, 'NotImplemented');

    const etag = `"${createHash('md5').update(body).digest('hex')}"`;
    switch (request.method) {
      case 'POST': {
        const uploadId = query.get('uploadId');
        const parts = uploadId ? openUploads.get(uploadId) : undefined;
        if (query.has('uploads')) {
          const id = `upload-${++uploads}`;
          openUploads.set(id, new Map());
          const answer = `<Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId>`;
          return void response
            .writeHead(200)
            .end(`${XML}<InitiateMultipartUploadResult>${answer}</InitiateMultipartUploadResult>`);
        }
        if (!uploadId || !parts) return void fail(404, 'NoSuchUpload');
        const ordered = [...parts].sort(([a], [b]) => a - b).map(([, part]) => part);
        objects.set(key, { body: Buffer.concat(ordered), modifiedAt: new Date() });
        openUploads.delete(uploadId);
        return void response
          .writeHead(200)
          .end(`${XML}<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`);
      }
      case 'PUT': {
        const uploadId = query.get('uploadId');
        if (uploadId) {
          const parts = openUploads.get(uploadId);
          if (!parts) return void fail(404, 'NoSuchUpload');
          parts.set(Number(query.get('partNumber')), body);
        } else {
          objects.set(key, { body, modifiedAt: new Date() });
          await stub.stored?.(key);
        }
        return void response.writeHead(200, { etag }).end();
      }
      case 'DELETE': {
        const uploadId = query.get('uploadId');
        if (uploadId) openUploads.delete(uploadId);
        else objects.delete(key);
        return void response.writeHead(204).end();
      }
      case 'HEAD':
      case 'GET': {
        if (key === '') return void (request.method === 'HEAD' ? response.writeHead(200).end() : list(query, response));
        const found = objects.get(key);
        if (!found) return void fail(404, 'NoSuchKey');
        const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
        const start = range ? Number(range[1]) : 0;
        const end = range ? Math.min(Number(range[2]), found.body.length - 1) : found.body.length - 1;
        if (start > end && found.body.length > 0) return void fail(416, 'InvalidRange');
        const part = found.body.subarray(start, end + 1);
        response.writeHead(range ? 206 : 200, {
          'content-length': part.length,
          'last-modified': found.modifiedAt.toUTCString(),
          'content-type': query.get('response-content-type') ?? 'application/octet-stream',
          ...(query.has('response-content-disposition') && {
            'content-disposition': query.get('response-content-disposition') ?? '',
          }),
          ...(range && { 'content-range': `bytes ${start}-${end}/${found.body.length}` }),
        });
        return void response.end(request.method === 'HEAD' ? undefined : part);
      }
      default:
        return void fail(405, 'MethodNotAllowed');
    }
  }

  /** Two objects a page, so that a reader that does not turn pages is found out. */
  function list(query: URLSearchParams, response: ServerResponse): void {
    const keys = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort();
    const from = Number(query.get('continuation-token') ?? 0);
    const page = keys.slice(from, from + 2);
    const more = from + 2 < keys.length;
    const contents = page.map((key) => {
      const { body, modifiedAt } = objects.get(key)!;
      return `<Contents><Key>${key}</Key><Size>${body.length}</Size><LastModified>${modifiedAt.toISOString()}</LastModified></Contents>`;
    });
    const token = more ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : '';
    response
      .writeHead(200, { 'content-type': 'application/xml' })
      .end(`${XML}<ListBucketResult><IsTruncated>${more}</IsTruncated>${token}${contents.join('')}</ListBucketResult>`);
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const stub: S3Stub = {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket,
    objects,
    openUploads,
    failing: false,
    stored: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return stub;
}
