// Finds a pocketsphinx that works: the one on PATH, else Debian's packages, unpacked without root.
import { execFile } from 'node:child_process';
import { access, realpath } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { promisify } from 'node:util';
import { type PocketsphinxProgram, PocketsphinxSpeechToText } from './pocketsphinx.speech-to-text.js';

const run = promisify(execFile);

const PROGRAM = 'pocketsphinx_batch';
const PACKAGES = ['pocketsphinx', 'pocketsphinx-en-us'];

export interface ResolvePocketsphinxOptions {
  /** Debian's packages are unpacked below it; the next start finds them there. */
  readonly cacheDir: string;
  readonly log: (message: string) => void;
}

/** Programs that have decoded a probe in this process, by the folder for Debian's packages. A probe loads the whole model. */
const found = new Map<string, PocketsphinxProgram>();

/**
 * The program that it returns has decoded a probe.
 * Rejects with one sentence that names the command to install it.
 */
export async function resolvePocketsphinx(options: ResolvePocketsphinxOptions): Promise<PocketsphinxProgram> {
  const program = found.get(options.cacheDir) ?? (await search(options));
  found.set(options.cacheDir, program);
  return program;
}

async function search(options: ResolvePocketsphinxOptions): Promise<PocketsphinxProgram> {
  const installed = await findOnPath();
  if (installed !== null && (await decodes(installed))) return installed;
  if (process.platform !== 'linux') {
    throw new Error('No working pocketsphinx was found; install it with: brew install cmu-pocketsphinx.');
  }
  const unpacked = await fromDebian(options);
  await new PocketsphinxSpeechToText({ program: unpacked }).check();
  return unpacked;
}

async function decodes(program: PocketsphinxProgram): Promise<boolean> {
  return new PocketsphinxSpeechToText({ program }).check().then(
    () => true,
    () => false,
  );
}

/** A shell searches PATH for the program, because only `platform/config` may read the environment. */
async function findOnPath(): Promise<PocketsphinxProgram | null> {
  const { stdout } = await run('/bin/sh', ['-c', `command -v ${PROGRAM}`]).catch(() => ({ stdout: '' }));
  const program = stdout.trim();
  if (!isAbsolute(program)) return null;
  // Homebrew links programs into one folder and keeps each package's files beside the real one.
  const prefixes = [dirname(dirname(await realpath(program))), dirname(dirname(program)), '/usr'];
  for (const prefix of prefixes) {
    const model = await modelBelow(join(prefix, 'share'));
    if (model !== null) return { program, env: {}, ...model };
  }
  return null;
}

async function fromDebian(options: ResolvePocketsphinxOptions): Promise<PocketsphinxProgram> {
  const { debianLibraryPath, fetchDebianPackages, findDebianProgram } = await import(
    '../../embedded/debian-packages.js'
  );
  let root: string;
  try {
    root = await fetchDebianPackages({ ...options, packages: PACKAGES });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `No pocketsphinx is installed and its packages could not be fetched (${reason}); on Debian install it with: apt-get install ${PACKAGES.join(' ')}.`,
      { cause: error },
    );
  }
  const program = await findDebianProgram(root, PROGRAM);
  const model = await modelBelow(join(root, 'usr', 'share'));
  if (program === undefined || model === null) {
    throw new Error(`The unpacked pocketsphinx packages are incomplete; delete ${root} and start again.`);
  }
  return { program, env: { LD_LIBRARY_PATH: await debianLibraryPath(root) }, ...model };
}

async function modelBelow(share: string): Promise<Pick<PocketsphinxProgram, 'hmm' | 'lm' | 'dict'> | null> {
  const folder = join(share, 'pocketsphinx', 'model', 'en-us');
  const model = {
    hmm: join(folder, 'en-us'),
    lm: join(folder, 'en-us.lm.bin'),
    dict: join(folder, 'cmudict-en-us.dict'),
  };
  const present = await Promise.all(
    Object.values(model).map((path) =>
      access(path).then(
        () => true,
        () => false,
      ),
    ),
  );
  return present.every(Boolean) ? model : null;
}
