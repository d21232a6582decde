import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { SherpaPreset } from '../../src/adapters/sherpa/sherpa-presets.js';

const run = promisify(execFile);

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Packs a model as its publisher does: a tar.bz2 with one folder of the archive's name. */
export async function packModel(folder: string, name: string, files: Record<string, Buffer | string>): Promise<Buffer> {
  await mkdir(join(folder, name), { recursive: true });
  for (const [file, content] of Object.entries(files)) await writeFile(join(folder, name, file), content);
  await run('tar', ['-cjf', join(folder, `${name}.tar.bz2`), '-C', folder, name]);
  return readFile(join(folder, `${name}.tar.bz2`));
}

export function presetOf(archive: Buffer, changes: Partial<SherpaPreset> = {}): SherpaPreset {
  return {
    name: 'tiny',
    description: 'for tests',
    licence: 'none',
    languages: ['en'],
    archive: 'tiny-model.tar.bz2',
    bytes: archive.length,
    sha256: sha256(archive),
    files: { kind: 'nemo-ctc', model: 'model.onnx', tokens: 'tokens.txt' },
    ...changes,
  };
}

export interface ReleaseServer {
  readonly url: string;
  /** The range header of each request, or `whole`. */
  readonly requests: string[];
  /** The server ends the connection after this many bytes of the next answer. */
  breakNextAfter(bytes: number): void;
  close(): Promise<void>;
}

/** Serves one archive below `/mirror/`, ranges included. */
export async function serveRelease(archive: Buffer): Promise<ReleaseServer> {
  const requests: string[] = [];
  let breakAfter: number | null = null;
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { range } = request.headers;
    requests.push(range ?? 'whole');
    if (request.url !== '/mirror/tiny-model.tar.bz2') {
      response.writeHead(404).end();
      return;
    }
    const start = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    if (range !== undefined && start >= archive.length) {
      response.writeHead(416, { 'content-range': `bytes */${archive.length}` }).end();
      return;
    }
    const part = archive.subarray(start);
    const partial =
      range === undefined ? {} : { 'content-range': `bytes ${start}-${archive.length - 1}/${archive.length}` };
    response.writeHead(range === undefined ? 200 : 206, { 'content-length': part.length, ...partial });
    if (breakAfter === null) response.end(part);
    else response.write(part.subarray(0, breakAfter), () => setImmediate(() => response.destroy()));
    breakAfter = null;
  };
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mirror`,
    requests,
    breakNextAfter: (count) => {
      breakAfter = count;
    },
    close: () => new Promise((done) => server.close(() => done())),
  };
}
