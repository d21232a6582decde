import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { ModelPart, SherpaPreset } from '../../../src/adapters/sherpa/sherpa-presets.js';

const run = promisify(execFile);

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Packs a model as its publisher does: a tar.bz2 with one folder of the archive's name. */
export async function packModel(folder: string, name: string, files: Record<string, Buffer | string>): Promise<Buffer> {
  await mkdir(join(folder, name), { recursive: true });
  for (const [file, content] of Object.entries(files)) await writeFile(join(folder, name, file), content);
  await run('tar', ['-cjf', join(folder, `${name}.tar.bz2`), '-C', folder, name]);
  return readFile(join(folder, `${name}.tar.bz2`));
}

export function partOf(archive: Buffer, changes: Partial<ModelPart> = {}): ModelPart {
  return {
    name: 'tiny',
    description: 'for tests',
    licence: 'none',
    languages: ['en'],
    release: 'tests',
    file: 'tiny-model.tar.bz2',
    bytes: archive.length,
    sha256: sha256(archive),
    files: { kind: 'nemo-ctc', model: ['model.onnx'], tokens: ['tokens.txt'] },
    ...changes,
  };
}

export const presetOf = (...parts: SherpaPreset['parts']): SherpaPreset => ({
  name: 'tiny',
  description: 'for tests',
  accuracy: 'none',
  parts,
});

export interface ReleaseServer {
  readonly url: string;
  /** File and range header of each request; the range is `whole` when there is none. */
  readonly requests: string[];
  /** The server sends this many bytes of the next answer, and ends its connection when `kept` resolves. */
  breakNextAfter(bytes: number, kept: Promise<void>): void;
  /** Later answers come in a hundred parts, with this pause before each; 0 sends them whole again. */
  slowDown(pauseMs: number): void;
  close(): Promise<void>;
}

/** Serves files below `/mirror/`, ranges included. */
export async function serveRelease(files: Readonly<Record<string, Buffer>>): Promise<ReleaseServer> {
  const requests: string[] = [];
  let breaking: { readonly bytes: number; readonly kept: Promise<void> } | null = null;
  let pauseMs = 0;
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    const { range } = request.headers;
    const name = basename(request.url ?? '');
    requests.push(`${request.method === 'HEAD' ? 'head ' : ''}${name} ${range ?? 'whole'}`);
    const content = files[name];
    if (content === undefined || dirname(request.url ?? '') !== '/mirror') {
      response.writeHead(404).end();
      return;
    }
    const start = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    if (range !== undefined && start >= content.length) {
      response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
      return;
    }
    const part = content.subarray(start);
    const partial =
      range === undefined ? {} : { 'content-range': `bytes ${start}-${content.length - 1}/${content.length}` };
    response.writeHead(range === undefined ? 200 : 206, { 'content-length': part.length, ...partial });
    if (request.method === 'HEAD') return void response.end();
    if (breaking !== null) {
      response.write(part.subarray(0, breaking.bytes));
      void breaking.kept.then(() => response.destroy());
    } else if (pauseMs > 0) void dribble(response, part, pauseMs);
    else response.end(part);
    breaking = null;
  };
  const server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mirror`,
    requests,
    breakNextAfter: (bytes, kept) => {
      breaking = { bytes, kept };
    },
    slowDown: (pause) => {
      pauseMs = pause;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

async function dribble(response: ServerResponse, content: Buffer, pauseMs: number): Promise<void> {
  const step = Math.ceil(content.length / 100);
  for (let at = 0; at < content.length && !response.destroyed; at += step) {
    await delay(pauseMs);
    response.write(content.subarray(at, at + step));
  }
  response.end();
}
