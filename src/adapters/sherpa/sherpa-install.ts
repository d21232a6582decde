// Installs a preset: downloads, verifies and unpacks its parts, one after the other.
import { spawn } from 'node:child_process';
import { constants, copyFile, lstat, mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { withExclusiveLock } from '../../embedded/exclusive-lock.js';
import { downloadPart } from './sherpa-download.js';
import {
  filesOf,
  manifestPath,
  readSherpaModel,
  type SherpaManifest,
  sha256Of,
  verifySherpaModel,
} from './sherpa-model.js';
import type { ModelPart, ReleasedFiles, SherpaFiles, SherpaPreset } from './sherpa-presets.js';

const ARCHIVE_ENDING = '.tar.bz2';
const LOCK_TIMEOUT_MS = 2_000;

export interface InstallProgress {
  readonly part: ModelPart;
  /** Position of the part, from 1, and number of parts. */
  readonly number: number;
  readonly of: number;
  readonly receivedBytes: number;
}

export interface InstallOptions {
  readonly preset: SherpaPreset;
  /** Gets one folder per part. */
  readonly modelsDir: string;
  /** Folder URL of a mirror; default the publisher's releases. */
  readonly from?: string;
  readonly progress: (progress: InstallProgress) => void;
  /** Receives one line for the operator after each part. */
  readonly log: (line: string) => void;
  readonly signal?: AbortSignal;
}

/**
 * Installs the parts of a preset that are missing, damaged or of another release; `already` when none is. The next run
 * continues where this one was interrupted. A part's folder appears complete or not at all. Rejects with one sentence for
 * the operator.
 */
export async function installPreset(options: InstallOptions): Promise<'installed' | 'already'> {
  const { parts } = options.preset;
  let installed = false;
  for (const [index, part] of parts.entries()) {
    const place = `Part ${index + 1} of ${parts.length}`;
    const outcome = await installPart(part, options, (receivedBytes) =>
      options.progress({ part, number: index + 1, of: parts.length, receivedBytes }),
    );
    options.log(`${place}, ${part.name}: ${outcome === 'already' ? 'is installed and sound' : 'installed'}`);
    installed ||= outcome === 'installed';
  }
  return installed ? 'installed' : 'already';
}

async function installPart(
  part: ModelPart,
  { modelsDir, from, signal }: InstallOptions,
  progress: (receivedBytes: number) => void,
): Promise<'installed' | 'already'> {
  await mkdir(modelsDir, { recursive: true });
  const work = async (): Promise<'installed' | 'already'> => {
    const partial = join(modelsDir, `${part.file}.part`);
    if (await isSound(part, join(modelsDir, part.name))) {
      // Left by a run that was killed right after it had unpacked the file.
      await rm(partial, { force: true });
      return 'already';
    }
    const options = { part, progress, ...(from === undefined ? {} : { from }), ...(signal ? { signal } : {}) };
    const sha256 = await downloadPart(options, partial);
    if (sha256 !== part.sha256) {
      await rm(partial);
      throw new Error(`${part.file} is not the file that was pinned (its SHA-256 differs); it was deleted.`);
    }
    await unpackInto(join(modelsDir, part.name), part, partial, signal);
    return 'installed';
  };
  return withExclusiveLock(join(modelsDir, `${part.name}.lock`), LOCK_TIMEOUT_MS, work, signal);
}

/** False when the part is missing or damaged, or when it comes from another file than the pinned one. */
async function isSound(part: ModelPart, folder: string): Promise<boolean> {
  const model = await readSherpaModel(folder);
  if (model === null || model.manifest.archive.sha256 !== part.sha256) return false;
  return verifySherpaModel(model).then(
    () => true,
    () => false,
  );
}

async function unpackInto(
  folder: string,
  part: ModelPart,
  file: string,
  signal: AbortSignal | undefined,
): Promise<void> {
  const isArchive = part.file.endsWith(ARCHIVE_ENDING);
  // Beside the folder: a rename cannot cross the border of a file system.
  const prefix = join(dirname(folder), `.${part.name}-`);
  for (const left of await leftBy(prefix)) await rm(left, { recursive: true, force: true });
  const temporary = await mkdtemp(prefix);
  const unpacked = join(temporary, isArchive ? basename(part.file, ARCHIVE_ENDING) : part.name);
  try {
    if (isArchive) {
      await unpack(file, temporary, signal);
    } else {
      await mkdir(unpacked);
      // Copied, so that a run that is killed here has not lost the download.
      await copyFile(file, join(unpacked, part.file), constants.COPYFILE_FICLONE).catch(refuseCopy);
    }
    await writeFile(manifestPath(unpacked), JSON.stringify(await describe(part, unpacked), null, 1));
    await rm(folder, { recursive: true, force: true });
    await rename(unpacked, folder);
    await rm(file, { force: true });
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

function refuseCopy(cause: unknown): never {
  throw new Error('The model could not be copied to its folder; make room on the disk and run the command again.', {
    cause,
  });
}

/** Folders of runs that were killed while they unpacked. The caller holds the lock, so none is in use. */
async function leftBy(prefix: string): Promise<string[]> {
  const names = await readdir(dirname(prefix));
  return names.filter((name) => name.startsWith(basename(prefix))).map((name) => join(dirname(prefix), name));
}

function unpack(archive: string, folder: string, signal: AbortSignal | undefined): Promise<void> {
  const hint = 'Unpacking needs tar and bzip2 (Debian: apt-get install tar bzip2).';
  return new Promise((done, fail) => {
    // LC_ALL: the reason of a failure is read from what tar says in English.
    const child = spawn('env', ['LC_ALL=C', 'tar', '-xjf', archive, '--no-same-owner', '-C', folder], {
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(signal ? { signal } : {}),
    });
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-2_000);
    });
    child.once('error', (error) => {
      // A process that has started also emits `close`. Until then it may write into the folder.
      if (child.pid === undefined) fail(new Error(hint, { cause: error }));
    });
    child.once('close', (status) => {
      if (signal?.aborted) return fail(signal.reason);
      // If a part of a block still fits, tar says how much it wrote instead of the system's reason.
      const full = /No space left|Disk quota exceeded|Wrote only/.test(stderr);
      const why = full ? 'The disk is full; make room and run the command again.' : hint;
      if (status === 0) done();
      else fail(new Error(`The archive could not be unpacked. ${why}`, { cause: new Error(stderr) }));
    });
  });
}

async function describe(part: ModelPart, folder: string): Promise<SherpaManifest> {
  const files = await findFiles(part, folder);
  const checksums = [];
  for (const file of filesOf(files)) {
    const path = join(folder, file);
    checksums.push({ file, bytes: (await lstat(path)).size, sha256: await sha256Of(path) });
  }
  return {
    preset: part.name,
    languages: [...part.languages],
    archive: { file: part.file, bytes: part.bytes, sha256: part.sha256 },
    installedAt: new Date().toISOString(),
    files,
    checksums,
  };
}

/** Files of the part under their names in this release. */
async function findFiles({ file, files }: ModelPart, folder: string): Promise<SherpaFiles> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    throw new Error(`${file} holds no folder ${basename(folder)}: it is not the expected model.`, { cause });
  });
  const there = new Set(entries.filter((entry) => entry.isFile()).map(({ name }) => name));
  const pick = (names: readonly string[]): string => {
    const found = names.find((name) => there.has(name));
    if (found === undefined) throw new Error(`${file} holds no ${names.join(' or ')}: it is not the expected model.`);
    return found;
  };
  return pickAll(files, pick);
}

function pickAll(files: ReleasedFiles, pick: (names: readonly string[]) => string): SherpaFiles {
  switch (files.kind) {
    case 'nemo-ctc':
      return { kind: files.kind, model: pick(files.model), tokens: pick(files.tokens) };
    case 'nemo-transducer':
      return {
        kind: files.kind,
        encoder: pick(files.encoder),
        decoder: pick(files.decoder),
        joiner: pick(files.joiner),
        tokens: pick(files.tokens),
      };
    default:
      return { kind: files.kind, model: pick(files.model) };
  }
}
