// Lock that allows one process per folder. The next process takes over a lock if its process is known to be gone, or if the lock
// has not been touched for ten seconds. It needs neither `flock` nor sockets, which shared folders may lack.
import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { type FileHandle, open, readFile, readlink, rename, stat, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';

const BEAT_MS = 2_000;
const STALE_MS = 10_000;
const LOOK_MS = 250;
const MAX_TAKEOVERS = 5;

interface Holder {
  readonly pid: number;
  /** Host, boot and process namespace: only within these can a pid be looked up. */
  readonly place: string;
  /** Start time of the process, in clock ticks of the machine; null where the system does not tell it. */
  readonly started: string | null;
}

export class FolderLock {
  private readonly beat: NodeJS.Timeout;

  private constructor(
    private readonly path: string,
    private readonly file: FileHandle,
    private readonly inode: bigint,
  ) {
    this.beat = setInterval(() => void this.touch(), BEAT_MS).unref();
  }

  /**
   * Waits up to ten seconds where it is unknown whether the holder is alive.
   * @throws Error with a sentence where another process holds it
   */
  static async take(path: string): Promise<FolderLock> {
    const own: Holder = { pid: process.pid, place: await placeOf(), started: await startOf(process.pid) };
    for (let attempt = 0; attempt < MAX_TAKEOVERS; attempt += 1) {
      const file = (await created(path, own)) ?? (await takenOver(path, own));
      if (file !== null) return new FolderLock(path, file, (await file.stat({ bigint: true })).ino);
    }
    throw new Error(`Could not take the lock ${path}`);
  }

  /** @throws Error where another process has taken over the folder, for example while this one was frozen */
  async assertHeld(): Promise<void> {
    if ((await inodeOf(this.path)) !== this.inode)
      throw new Error('Another process has taken the folder over, because this one stood still for too long.');
  }

  async release(): Promise<void> {
    clearInterval(this.beat);
    if ((await inodeOf(this.path)) === this.inode) await unlink(this.path).catch(() => undefined);
    await this.file.close();
  }

  /** Touches the lock through its handle, so that another process's lock with the same name stays unchanged. */
  private async touch(): Promise<void> {
    const now = new Date();
    await this.file.utimes(now, now).catch(() => undefined);
  }
}

async function created(path: string, own: Holder): Promise<FileHandle | null> {
  try {
    const file = await open(path, constants.O_CREAT | constants.O_EXCL | constants.O_WRONLY, 0o600);
    await file.writeFile(JSON.stringify(own));
    await file.sync();
    return file;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return null;
    throw error;
  }
}

/**
 * Takes over a lock whose process is gone. Of several processes that find it, only the one that holds a lock for the replacement
 * may do so.
 * @returns null where the lock was replaced or removed meanwhile
 * @throws Error where its process is alive, or another process replaces it
 */
async function takenOver(path: string, own: Holder): Promise<FileHandle | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  if (found === null) return null;
  const holder = await holderOf(path);
  const seen = await lifeOf(holder, own);
  if (seen === 'alive' || (seen === 'unknown' && (await isTouched(path, found.ino, found.mtimeNs))))
    throw new Error(`Another process${holder === null ? '' : ` (${holder.pid})`} watches this folder already.`);
  const replacement = await FolderLock.take(`${path}.${found.ino}`);
  try {
    const now = await stat(path, { bigint: true }).catch(() => null);
    if (now === null || now.ino !== found.ino || now.mtimeNs !== found.mtimeNs) return null;
    const beside = `${path}.${randomUUID()}`;
    const file = await created(beside, own);
    await rename(beside, path);
    return file;
  } finally {
    await replacement.release();
  }
}

/** Whether the lock changes within a time in which its holder would touch it several times. */
async function isTouched(path: string, inode: bigint, before: bigint): Promise<boolean> {
  for (let waited = 0; waited < STALE_MS; waited += LOOK_MS) {
    await setTimeout(LOOK_MS);
    const now = await stat(path, { bigint: true }).catch(() => null);
    if (now === null) return false;
    if (now.ino !== inode || now.mtimeNs !== before) return true;
  }
  return false;
}

async function lifeOf(holder: Holder | null, own: Holder): Promise<'alive' | 'gone' | 'unknown'> {
  if (holder === null || holder.place !== own.place) return 'unknown';
  if (!isAlive(holder.pid)) return 'gone';
  const started = await startOf(holder.pid);
  if (holder.started === null || started === null) return 'unknown';
  return started === holder.started ? 'alive' : 'gone';
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/** Null for a lock that is being written, or that is invalid. */
async function holderOf(path: string): Promise<Holder | null> {
  try {
    const told: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (typeof told !== 'object' || told === null || !('pid' in told && 'place' in told && 'started' in told))
      return null;
    const { pid, place, started } = told;
    if (typeof pid !== 'number' || typeof place !== 'string') return null;
    return { pid, place, started: typeof started === 'string' ? started : null };
  } catch {
    return null;
  }
}

async function placeOf(): Promise<string> {
  const [boot, space] = await Promise.all([
    readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => ''),
    readlink('/proc/self/ns/pid').catch(() => ''),
  ]);
  return `${hostname()} ${boot.trim()} ${space}`;
}

async function startOf(pid: number): Promise<string | null> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  // The program name, in parentheses, may contain spaces: field 22 is the twentieth after it.
  return line?.slice(line.lastIndexOf(')') + 2).split(' ')[19] ?? null;
}

const inodeOf = (path: string): Promise<bigint | null> =>
  stat(path, { bigint: true }).then(
    ({ ino }) => ino,
    () => null,
  );

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : null;
}
