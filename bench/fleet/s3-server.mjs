// Stands in for object storage: one bucket, whose objects are files of a folder, so that they are there again after a kill.
//   node s3-server.mjs FOLDER HOST PORT
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

const [folder, host, port] = process.argv.slice(2);
await mkdir(folder, { recursive: true });
const ETAG = '"5d41402abc4b2a76b9719d911017c592"';
const pathOf = (key) => join(folder, encodeURIComponent(key));
let written = 0;

createServer((request, response) => {
  answer(request, response).catch(() => response.destroy());
}).listen(Number(port), host);

async function answer(request, response) {
  const { pathname, searchParams: query } = new URL(request.url, 'http://store');
  const key = decodeURIComponent(pathname).split('/').slice(2).join('/');
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (request.method === 'PUT') {
    const temporary = join(folder, `.${process.pid}-${++written}`);
    await writeFile(temporary, body);
    await rename(temporary, pathOf(key));
    response.writeHead(200, { etag: ETAG }).end();
  } else if (request.method === 'DELETE') {
    await rm(pathOf(key), { force: true });
    response.writeHead(204).end();
  } else if (request.method === 'POST' && query.has('delete')) {
    const keys = [...String(body).matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, one]) => one);
    for (const one of keys) await rm(pathOf(one), { force: true });
    response.end('<DeleteResult></DeleteResult>');
  } else if (key === '') {
    // The sweep of recordings finds none of which it would have to ask.
    response.end('<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>');
  } else await send(request, response, pathOf(key));
}

async function send(request, response, path) {
  const found = await stat(path).catch(() => null);
  if (!found) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
  const asked = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '');
  const start = asked ? Number(asked[1]) : 0;
  const end = Math.min(asked?.[2] ? Number(asked[2]) : found.size - 1, found.size - 1);
  response.writeHead(asked ? 206 : 200, {
    'content-length': end - start + 1,
    etag: ETAG,
    'last-modified': found.mtime.toUTCString(),
    ...(asked && { 'content-range': `bytes ${start}-${end}/${found.size}` }),
  });
  if (request.method === 'HEAD' || found.size === 0) response.end();
  else createReadStream(path, { start, end }).pipe(response);
}
