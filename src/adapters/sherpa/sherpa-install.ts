// Downloads, verifies and unpacks a speech model for `npm run models:install`.
import { spawn } from 'node:child_process';
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { lstat, mkdir, mkdtemp, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { withExclusiveLock } from '../../embedded/exclusive-lock.js';
import {
  filesOf,
  manifestPath,
  readSherpaModel,
  type SherpaManifest,
  sha256Of,
  verifySherpaModel,
} from './sherpa-model.js';
import { SHERPA_RELEASES, type SherpaPreset } from './sherpa-presets.js';

const ARCHIVE_ENDING = '.tar.bz2';
const LOCK_TIMEOUT_MS = 2_000;
/** The download fails after this long without a byte; the bytes that arrived are kept. */
const STALL_TIMEOUT_MS = 60_000;

export interface InstallSherpaOptions {
  readonly preset: SherpaPreset;
  /** Gets one folder per preset. */
  readonly modelsDir: string;
  /** Folder URL of a mirror; default the publisher's releases. */
  readonly from?: string;
  /** Accepts an archive without a pinned checksum. */
  readonly allowUnpinned: boolean;
  readonly log: (message: string) => void;
  /** Total is null when the server does not say. */
  readonly progress: (receivedBytes: number, totalBytes: number | null) => void;
  readonly signal?: AbortSignal;
}

/**
 * Downloads, checks and unpacks a model; `already` when an undamaged one is installed. The next run continues an
 * interrupted download. The model's folder appears complete or not at all. Rejects with one sentence for the operator.
 */
export async function installSherpaModel(options: InstallSherpaOptions): Promise<'installed' | 'already'> {
  const { preset, modelsDir } = options;
  await mkdir(modelsDir, { recursive: true });
  const work = async (): Promise<'installed' | 'already'> => {
    if (await isUndamaged(join(modelsDir, preset.name))) return 'already';
    if (preset.sha256 === null && !options.allowUnpinned) {
      throw new Error(
        `The checksum of ${preset.archive} is not pinned, so the download cannot be verified; to install it all the same, add --allow-unpinned.`,
      );
    }
    await install(options);
    return 'installed';
  };
  return withExclusiveLock(join(modelsDir, `${preset.name}.lock`), LOCK_TIMEOUT_MS, work, options.signal);
}

async function isUndamaged(folder: string): Promise<boolean> {
  const model = await readSherpaModel(folder);
  if (model === null) return false;
  return verifySherpaModel(model).then(
    () => true,
    () => false,
  );
}

async function install(options: InstallSherpaOptions): Promise<void> {
  const { preset, modelsDir, log } = options;
  const partial = join(modelsDir, `${preset.archive}.part`);
  const received = await download(options, partial);
  log(`Received ${received.bytes} bytes, SHA-256 ${received.sha256}`);
  if (preset.sha256 !== null && received.sha256 !== preset.sha256) {
    await rm(partial);
    throw new Error(`${preset.archive} is not the file that was pinned (its SHA-256 differs); it was deleted.`);
  }
  const temporary = await mkdtemp(join(modelsDir, `.${preset.name}-`));
  try {
    await unpack(partial, temporary, options.signal);
    const unpacked = join(temporary, basename(preset.archive, ARCHIVE_ENDING));
    await writeFile(manifestPath(unpacked), JSON.stringify(await describe(preset, unpacked, received), null, 1));
    const folder = join(modelsDir, preset.name);
    await rm(folder, { recursive: true, force: true });
    await rename(unpacked, folder);
    await rm(partial);
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

interface Received {
  readonly bytes: number;
  readonly sha256: string;
}

/** Continues the partial file of an earlier run. Resolves with the checksum of all bytes, which it does not compare. */
async function download(options: InstallSherpaOptions, partial: string): Promise<Received> {
  const { preset } = options;
  const already = (await stat(partial).catch(() => null))?.size ?? 0;
  const response = await request(options, already);
  if (response.status === 416) {
    // The partial file has all bytes or too many. With a pinned size the checksum decides; otherwise the download starts again.
    await response.body?.cancel();
    if (preset.bytes === already) return { bytes: already, sha256: await sha256Of(partial) };
    await rm(partial);
    return download(options, partial);
  }
  const continues = response.status === 206 && startOf(response) === already;
  if (response.body === null || !(continues || response.status === 200)) {
    await response.body?.cancel();
    throw new Error(`The server answered ${response.status} for ${preset.archive}.`);
  }
  const kept = continues ? already : 0;
  const length = response.headers.get('content-length');
  const total = length === null ? preset.bytes : kept + Number(length);
  if (preset.bytes !== null && total !== null && total !== preset.bytes) {
    await response.body.cancel();
    throw new Error(`${preset.archive} has ${total} bytes on the server, and ${preset.bytes} were pinned.`);
  }
  const hash = createHash('sha256');
  if (kept > 0) await hashInto(hash, partial);
  const bytes = await append(response.body, partial, kept, hash, (count) => options.progress(count, total)).catch(
    (error: NodeJS.ErrnoException) => {
      options.signal?.throwIfAborted();
      const full = error.code === 'ENOSPC';
      throw new Error(
        full
          ? 'The disk is full; make room and run the command again to continue.'
          : 'The download was interrupted; run the command again to continue.',
        { cause: error },
      );
    },
  );
  if (total !== null && bytes !== total) {
    throw new Error('The download ended early; run the command again to continue.');
  }
  return { bytes, sha256: hash.digest('hex') };
}

async function request(options: InstallSherpaOptions, already: number): Promise<Response> {
  const base = (options.from ?? SHERPA_RELEASES).replace(/\/+$/, '');
  const headers: Record<string, string> = { 'accept-encoding': 'identity' };
  if (already > 0) headers.range = `bytes=${already}-`;
  try {
    return await fetch(`${base}/${options.preset.archive}`, { headers, signal: options.signal ?? null });
  } catch (error) {
    options.signal?.throwIfAborted();
    throw new Error(`${base} cannot be reached.`, { cause: error });
  }
}

function startOf(response: Response): number | null {
  const match = /^bytes (\d+)-/.exec(response.headers.get('content-range') ?? '');
  return match === null ? null : Number(match[1]);
}

async function append(
  body: ReadableStream<Uint8Array>,
  path: string,
  kept: number,
  hash: Hash,
  progress: (bytes: number) => void,
): Promise<number> {
  const file = await open(path, kept > 0 ? 'a' : 'w');
  const reader = body.getReader();
  let bytes = kept;
  try {
    for (;;) {
      const { done, value } = await withinTime(reader.read());
      if (done) return bytes;
      await file.write(value);
      hash.update(value);
      bytes += value.length;
      progress(bytes);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
    await file.close();
  }
}

async function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const stalled = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('stalled')), STALL_TIMEOUT_MS);
  });
  try {
    return await Promise.race([work, stalled]);
  } finally {
    clearTimeout(timer);
  }
}

async function hashInto(hash: Hash, path: string): Promise<void> {
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk);
}

function unpack(archive: string, folder: string, signal: AbortSignal | undefined): Promise<void> {
  const hint = 'Unpacking needs tar and bzip2 (Debian: apt-get install tar bzip2).';
  return new Promise((done, fail) => {
    const child = spawn('tar', ['-xjf', archive, '--no-same-owner', '-C', folder], {
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(signal ? { signal } : {}),
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-2_000);
    });
    child.once('error', (error) => fail(new Error(hint, { cause: error })));
    child.once('close', (status) => {
      if (status === 0) done();
      else fail(new Error(`The archive could not be unpacked. ${hint}`, { cause: new Error(stderr) }));
    });
  });
}

async function describe(preset: SherpaPreset, folder: string, received: Received): Promise<SherpaManifest> {
  const checksums = [];
  for (const file of filesOf(preset.files)) {
    const found = await lstat(join(folder, file)).catch(() => null);
    if (!found?.isFile()) throw new Error(`${preset.archive} holds no ${file}: it is not the expected model.`);
    checksums.push({ file, bytes: found.size, sha256: await sha256Of(join(folder, file)) });
  }
  return {
    preset: preset.name,
    languages: [...preset.languages],
    archive: { file: preset.archive, ...received },
    pinned: preset.sha256 !== null,
    installedAt: new Date().toISOString(),
    files: preset.files,
    checksums,
  };
}
