// Downloads Debian packages and unpacks them into a folder of the service. The programs in them, which npm does not offer, then
// run without root and without an installation.
import { spawn } from 'node:child_process';
import { access, chmod, mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isErrno, withExclusiveLock } from './exclusive-lock.js';
import { killGroup } from './supervised-process.js';

const DEFAULT_TIMEOUT_MS = 180_000;
const OUTPUT_LIMIT_CHARS = 400_000;
/**
 * The C library and the loader must come from the same build. An unpacked C library with the system's loader would crash every
 * program.
 */
const NEVER_UNPACKED = new Set(['libc6', 'libc-bin', 'libc6-dev', 'locales', 'base-files', 'dpkg']);

export interface DebianPackagesOptions {
  packages: string[];
  /** The packages are unpacked below it, in `debian/`, and stay there for the next start. */
  cacheDir: string;
  log: (message: string) => void;
  /** Stops the work early. Without a signal the work is stopped after three minutes. */
  signal?: AbortSignal;
  /** Further `name=value` settings for apt, such as another list of sources. */
  aptSettings?: string[];
}

interface Archive {
  name: string;
  version: string;
  architecture: string;
}

/**
 * Unpacks the packages, and those of their dependencies that this system lacks. Nothing is installed, no maintainer script
 * runs, and root is not needed. apt checks signatures and hashes. Any number of processes may call this at the same time.
 * @returns the folder that holds the unpacked `usr/bin`, `usr/lib` and so on
 * @throws Error with a sentence that names the reason
 */
export async function fetchDebianPackages(options: DebianPackagesOptions): Promise<string> {
  const parent = resolve(options.cacheDir, 'debian');
  const name = [...options.packages].sort().join('+');
  const root = join(parent, name);
  if (await isFolder(root)) return root;
  const signal = options.signal ?? AbortSignal.timeout(DEFAULT_TIMEOUT_MS);
  await mkdir(parent, { recursive: true });
  return withExclusiveLock(
    `${root}.lock`,
    DEFAULT_TIMEOUT_MS,
    async () => {
      if (!(await isFolder(root))) await fetchInto(root, options, signal);
      return root;
    },
    signal,
  );
}

async function fetchInto(root: string, options: DebianPackagesOptions, signal: AbortSignal): Promise<void> {
  const startedAt = Date.now();
  const temporary = await mkdtemp(`${root}.`);
  try {
    for (const folder of ['lists/partial', 'cache/archives/partial', 'packages', 'root']) {
      await mkdir(join(temporary, folder), { recursive: true });
    }
    const apt = new Apt(temporary, options, signal);
    const archives = await downloadAll(apt, options.packages);
    const unpacked = join(temporary, 'root');
    for (const file of await readdir(join(temporary, 'packages'))) {
      await run('dpkg-deb', ['-x', join(temporary, 'packages', file), unpacked], temporary, signal);
    }
    await chmod(unpacked, 0o755);
    await rename(unpacked, root);
    options.log(
      `Unpacked Debian's ${archives.map((archive) => archive.name).join(', ')} in ${Date.now() - startedAt} ms`,
    );
  } finally {
    await rm(temporary, { recursive: true, force: true });
  }
}

/** Uses the system's package lists first. When they are empty or out of date, downloads fresh ones into the temporary folder. */
async function downloadAll(apt: Apt, packages: string[]): Promise<Archive[]> {
  try {
    return await apt.download(await apt.resolve(packages));
  } catch (error) {
    if (error instanceof MissingTool) throw error;
    await apt.updateLists();
    return apt.download(await apt.resolve(packages));
  }
}

class MissingTool extends Error {}

/** apt-get with private caches. It needs no locks, because it writes only into the temporary folder of this run. */
class Apt {
  private settings: string[];

  constructor(
    private readonly folder: string,
    options: DebianPackagesOptions,
    private readonly signal: AbortSignal,
  ) {
    this.settings = [
      `Dir::Cache=${join(folder, 'cache')}`,
      `Dir::Cache::archives=${join(folder, 'cache', 'archives')}`,
      'Debug::NoLocking=1',
      // By default apt, when it runs as root, downloads as another user, who may not be able to enter the folder.
      'APT::Sandbox::User=root',
      'Acquire::Retries=1',
      'Acquire::http::Timeout=10',
      'Acquire::https::Timeout=10',
      ...(options.aptSettings ?? []),
    ];
  }

  /** @returns the named packages, and those of their dependencies that are not installed on this system */
  async resolve(packages: string[]): Promise<Archive[]> {
    const output = await this.run([
      'install',
      '--yes',
      '--no-install-recommends',
      '--reinstall',
      '--print-uris',
      ...packages,
    ]);
    const archives = [...output.matchAll(/^'[^']+' (\S+)\.deb \d+/gm)].flatMap((match) => {
      const [name = '', version = '', architecture = ''] = (match[1] ?? '').split('_').map(decodeURIComponent);
      return NEVER_UNPACKED.has(name) ? [] : [{ name, version, architecture }];
    });
    const missing = packages.filter((name) => !archives.some((archive) => archive.name === name));
    if (missing.length > 0) throw new Error(`apt offers no package ${missing.join(', ')}`);
    return archives;
  }

  async download(archives: Archive[]): Promise<Archive[]> {
    const wanted = archives.map(({ name, version, architecture }) =>
      architecture === 'all' ? `${name}=${version}` : `${name}:${architecture}=${version}`,
    );
    const target = join(this.folder, 'packages');
    await this.run(['download', ...wanted], target);
    const received = (await readdir(target)).length;
    if (received !== archives.length) throw new Error(`apt delivered ${received} of ${archives.length} packages`);
    return archives;
  }

  async updateLists(): Promise<void> {
    this.settings = [...this.settings, `Dir::State::Lists=${join(this.folder, 'lists')}`];
    await this.run(['update']);
  }

  private run(args: string[], directory = this.folder): Promise<string> {
    const settings = this.settings.flatMap((setting) => ['-o', setting]);
    return run('apt-get', ['-qq', ...settings, ...args], directory, this.signal);
  }
}

function run(command: string, args: string[], cwd: string, signal: AbortSignal): Promise<string> {
  return new Promise((done, fail) => {
    signal.throwIfAborted();
    // A process group, because apt downloads in helper processes, and all of them must be killed together.
    const child = spawn(command, args, { cwd, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    const kill = (): void => killGroup(child);
    signal.addEventListener('abort', kill, { once: true });
    let output = '';
    let errors = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-OUTPUT_LIMIT_CHARS);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-2_000);
    });
    child.once('error', (error) => {
      signal.removeEventListener('abort', kill);
      const missing = isErrno(error, 'ENOENT');
      fail(missing ? new MissingTool(`this system has no ${command}`, { cause: error }) : error);
    });
    child.once('close', (status) => {
      signal.removeEventListener('abort', kill);
      if (status === 0) done(output);
      else if (signal.aborted) fail(new Error(`${command} took too long`));
      else fail(new Error(`${command} failed: ${errors.trim().split('\n').at(-1) || `status ${status}`}`));
    });
  });
}

/** @returns the path of a program below the folder of the unpacked packages, or undefined */
export async function findDebianProgram(root: string, name: string): Promise<string | undefined> {
  for (const folder of ['usr/bin', 'bin', 'usr/sbin', 'sbin', 'usr/games']) {
    const path = join(root, folder, name);
    if (
      await access(path).then(
        () => true,
        () => false,
      )
    ) {
      return path;
    }
  }
  return undefined;
}

/**
 * @returns the LD_LIBRARY_PATH for programs of unpacked packages: every folder that holds shared libraries. Some packages
 *   keep libraries one level deeper (`pulseaudio`, `blas`), where an installed system finds them through a link or a search
 *   path in the program.
 */
export async function debianLibraryPath(root: string): Promise<string> {
  const folders: string[] = [];
  for (const base of ['usr/lib', 'lib']) await collectLibraryFolders(join(root, base), 2, folders);
  return folders.join(':');
}

async function collectLibraryFolders(folder: string, depth: number, into: string[]): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  if (entries.some((entry) => !entry.isDirectory() && /^lib.*\.so(\.|$)/.test(entry.name))) into.push(folder);
  if (depth === 0) return;
  for (const entry of entries) {
    if (entry.isDirectory()) await collectLibraryFolders(join(folder, entry.name), depth - 1, into);
  }
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}
