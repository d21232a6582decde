// A client's bucket: speaks the part of S3's protocol by which recordings are listed, read and tagged, and checks each signature.
// It holds a million old keys without their memory: they are computed from their number.
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BucketObject {
  readonly body: Buffer;
  readonly modifiedAt: Date;
  readonly metadata: Readonly<Record<string, string>>;
  /** Number of bytes after which the connection breaks. */
  readonly tornAt?: number;
  /** Told instead of the size of the body, which does not end then. */
  readonly toldBytes?: number;
}

/** In the order of keys. */
export interface OldKeys {
  readonly count: number;
  keyAt(index: number): string;
  readonly modifiedAt: Date;
}

export const BUCKET_KEYS = { access_key_id: 'AKIAIOSFODNN7EXAMPLE', secret_access_key: 'hidden/Secret+Of+The+Stub' };
const PAGE = 1_000;
const NO_KEYS: OldKeys = { count: 0, keyAt: () => '', modifiedAt: new Date(0) };

/** How a store may misbehave. */
export type Trouble =
  | 'refuses'
  | 'hangs'
  | 'lists without end'
  | 'lists new keys without end'
  | 'fails'
  | 'denies reading'
  | 'is elsewhere'
  | 'reads nothing'
  | 'sends without end'
  | null;

interface Asked {
  readonly pathname: string;
  readonly searchParams: URLSearchParams;
}

export class BucketStub {
  endpoint = '';
  old: OldKeys = NO_KEYS;
  trouble: Trouble = null;
  /** By key: an object that alone cannot be read. */
  readonly faults = new Map<string, { readonly status: number; readonly code: string; readonly message?: string }>();
  /** How the tag of an object is spelled in listings and in answers with the object; null for none. */
  spelling: Readonly<Record<'listed' | 'sent', (tag: string) => string | null>> = {
    listed: (tag) => `"${tag}"`,
    sent: (tag) => `"${tag}"`,
  };
  /** As stores do that page by tokens alone. */
  ignoresStartAfter = false;
  /** Keys on a page. */
  pageSize = PAGE;
  readonly tags = new Map<string, Map<string, string>>();
  readonly counts = { list: 0, get: 0, tagged: 0, badSignatures: 0 };
  /** Called before each page is made. */
  beforeList: ((request: number) => void) | null = null;
  /** Called before an object is sent; the answer waits. */
  beforeGet: ((key: string) => Promise<void> | void) | null = null;
  private readonly objects = new Map<string, BucketObject>();
  private sorted: string[] | null = null;
  private readonly server = createServer((request, response) => {
    this.answer(request, response).catch(() => response.destroy());
  });

  constructor(
    readonly bucket: string,
    readonly secret = BUCKET_KEYS.secret_access_key,
  ) {}

  async listen(): Promise<void> {
    this.server.keepAliveTimeout = 60_000;
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    this.endpoint = `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    return new Promise((resolve) => {
      this.server.close(() => resolve());
      this.server.closeAllConnections();
    });
  }

  /** Those that are open: a look closes its own when it ends. */
  connections(): Promise<number> {
    return new Promise((resolve, reject) =>
      this.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
    );
  }

  put(
    key: string,
    body: Buffer,
    { modifiedAt = new Date(), metadata = {}, ...more }: Partial<BucketObject> = {},
  ): void {
    this.objects.set(key, { ...more, body, modifiedAt, metadata });
    this.sorted = null;
  }

  remove(key: string): void {
    this.objects.delete(key);
    this.sorted = null;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // Not by `new URL`, which would take `..` out of a key.
    const [pathname = '/', query = ''] = (request.url ?? '/').split('?');
    const url = { pathname, searchParams: new URLSearchParams(query) };
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (this.trouble === 'hangs') return;
    if (this.trouble === 'fails') return refuse(response, 503, 'SlowDown');
    if (this.trouble === 'refuses') return refuse(response, 403, 'AccessDenied');
    if (this.trouble === 'is elsewhere') return refuse(response, 301, 'PermanentRedirect');
    if (!this.isSigned(request, url)) {
      this.counts.badSignatures += 1;
      return refuse(response, 403, 'SignatureDoesNotMatch');
    }
    const [, bucket, ...rest] = url.pathname.split('/').map(decodeURIComponent);
    const key = rest.join('/');
    if (bucket !== this.bucket) return refuse(response, 404, 'NoSuchBucket');
    if (key === '') return this.list(url.searchParams, response);
    if (url.searchParams.has('tagging')) return this.tagging(request.method, key, Buffer.concat(chunks), response);
    await this.send(key, response);
  }

  private list(query: URLSearchParams, response: ServerResponse): void {
    this.counts.list += 1;
    this.beforeList?.(this.counts.list);
    const prefix = query.get('prefix') ?? '';
    const token = query.get('continuation-token');
    const startAfter = this.ignoresStartAfter ? '' : (query.get('start-after') ?? '');
    const after = token === null ? startAfter : Buffer.from(token, 'base64').toString();
    if (this.trouble === 'lists without end') {
      const contents = Array.from({ length: 10 }, (_, n) => this.contents(`${prefix}same-${n}`));
      return void sendXml(response, listing(this.bucket, contents.join(''), true));
    }
    if (this.trouble === 'lists new keys without end') {
      // Behind whatever is asked for, as long as a key may be.
      const contents = Array.from({ length: PAGE }, (_, n) =>
        this.contents(`${after || prefix}${String(n).padStart(4, '0')}_b`.slice(-1_000)),
      );
      return void sendXml(response, listing(this.bucket, contents.join(''), true));
    }
    const found: string[] = [];
    let position = after;
    let isTruncated = false;
    for (let key = this.next(position, prefix); key !== null; key = this.next(position, prefix)) {
      if (found.length === this.pageSize) {
        isTruncated = true;
        break;
      }
      const slash = query.get('delimiter') === '/' ? key.indexOf('/', prefix.length) : -1;
      if (slash < 0) {
        found.push(this.contents(key));
        position = key;
      } else {
        const folder = key.slice(0, slash + 1);
        // A folder that begins before the key to start behind is not listed again.
        if (!after.startsWith(folder)) found.push(`<CommonPrefixes><Prefix>${asXml(folder)}</Prefix></CommonPrefixes>`);
        position = `${folder}\uffff`;
      }
    }
    const next = isTruncated ? Buffer.from(position).toString('base64') : null;
    sendXml(response, listing(this.bucket, found.join(''), isTruncated, next));
  }

  /** The first key behind the position. */
  private next(position: string, prefix: string): string | null {
    const from = position >= prefix ? position : '';
    const old = this.search(this.old.count, (index) => this.old.keyAt(index), from, prefix);
    this.sorted ??= [...this.objects.keys()].sort();
    const { sorted } = this;
    const own = this.search(sorted.length, (index) => sorted[index] ?? '', from, prefix);
    const candidates = [old, own].filter((key) => key?.startsWith(prefix)) as string[];
    return candidates.sort()[0] ?? null;
  }

  private search(count: number, keyAt: (index: number) => string, from: string, prefix: string): string | null {
    const isBehind = (key: string) => (from === '' ? key >= prefix : key > from);
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBehind(keyAt(middle))) high = middle;
      else low = middle + 1;
    }
    return low < count ? keyAt(low) : null;
  }

  private contents(key: string): string {
    const object = this.objects.get(key);
    const modified = (object?.modifiedAt ?? this.old.modifiedAt).toISOString();
    const tag = this.spelling.listed(tagOf(object));
    return `<Contents><Key>${asXml(key)}</Key><LastModified>${modified}</LastModified>${tag === null ? '' : `<ETag>${asXml(tag)}</ETag>`}
      <Size>${object?.toldBytes ?? object?.body.length ?? 10}</Size><StorageClass>STANDARD</StorageClass></Contents>`;
  }

  private tagging(method: string | undefined, key: string, body: Buffer, response: ServerResponse): void {
    const tags = this.tags.get(key) ?? new Map<string, string>();
    if (method === 'GET') {
      const set = [...tags].map(([name, value]) => `<Tag><Key>${name}</Key><Value>${value}</Value></Tag>`).join('');
      return void sendXml(response, `<Tagging><TagSet>${set}</TagSet></Tagging>`);
    }
    const given = [...body.toString().matchAll(/<Key>([^<]*)<\/Key><Value>([^<]*)<\/Value>/g)];
    this.tags.set(key, new Map(given.map(([, name = '', value = '']) => [name, value])));
    this.counts.tagged += 1;
    response.writeHead(200).end();
  }

  private async send(key: string, response: ServerResponse): Promise<void> {
    this.counts.get += 1;
    await this.beforeGet?.(key);
    if (this.trouble === 'denies reading') return refuse(response, 403, 'AccessDenied');
    if (this.trouble === 'reads nothing') return refuse(response, 503, 'SlowDown');
    const fault = this.faults.get(key);
    if (fault) return refuse(response, fault.status, fault.code, fault.message);
    const object = this.objects.get(key);
    if (!object) return refuse(response, 404, 'NoSuchKey');
    const metadata = Object.entries(object.metadata).map(([name, value]) => [`x-amz-meta-${name}`, value]);
    const isEndless = this.trouble === 'sends without end' || object.toldBytes !== undefined;
    const length = object.toldBytes ?? object.body.length;
    const tag = this.spelling.sent(tagOf(object));
    response.writeHead(200, {
      ...(tag !== null && { etag: tag }),
      'content-type': 'audio/wav',
      'last-modified': object.modifiedAt.toUTCString(),
      ...(this.trouble !== 'sends without end' && { 'content-length': length }),
      ...Object.fromEntries(metadata),
    });
    if (object.tornAt !== undefined) {
      response.write(object.body.subarray(0, object.tornAt), () => response.destroy());
      return;
    }
    response.write(object.body);
    if (!isEndless) response.end();
  }

  /** As AWS Signature Version 4 has it. */
  private isSigned(request: IncomingMessage, url: Asked): boolean {
    const { authorization = '' } = request.headers;
    const [, scope = '', names = '', signature = ''] =
      /Credential=[^/]+\/(\S+), ?SignedHeaders=(\S+), ?Signature=(\S+)/.exec(authorization) ?? [];
    const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort();
    const headers = names.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`);
    const hash = String(request.headers['x-amz-content-sha256']);
    const canonical = [request.method, url.pathname, query.join('&'), headers.join(''), names, hash].join('\n');
    const date = String(request.headers['x-amz-date']);
    const toSign = ['AWS4-HMAC-SHA256', date, scope, createHash('sha256').update(canonical).digest('hex')].join('\n');
    const key = scope.split('/').reduce<string | Buffer>((last, part) => hmac(last, part), `AWS4${this.secret}`);
    return hmac(key, toSign).toString('hex') === signature;
  }
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`);
const asXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const tagOf = (object: BucketObject | undefined) =>
  createHash('md5')
    .update(object?.body ?? 'old')
    .digest('hex');

const listing = (bucket: string, found: string, isTruncated: boolean, next: string | null = null) =>
  `<ListBucketResult><Name>${bucket}</Name><IsTruncated>${isTruncated}</IsTruncated>${
    next === null ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`
  }${found}</ListBucketResult>`;

function sendXml(response: ServerResponse, xml: string): void {
  response.writeHead(200, { 'content-type': 'application/xml' }).end(`<?xml version="1.0" encoding="UTF-8"?>${xml}`);
}

function refuse(response: ServerResponse, status: number, code: string, message = 'no'): void {
  response
    .writeHead(status, { 'content-type': 'application/xml', 'x-amz-bucket-region': 'eu-west-1' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`);
}
