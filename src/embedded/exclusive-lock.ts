// A lock between processes, made of a file: one process at a time prepares a folder (first start of the database, unpacking of
// packages) when several start together.
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_INTERVAL_MS = 40;
/** The locks that this process holds. */
const heldHere = new Set<string>();
/** Number of calls in this process that are about to take a lock: one of them may have its file before it is among the held. */
const taking = new Map<string, number>();

/**
 * Runs `work` while holding the lock file `path`; the folder of the file must exist. The file contains the process id of its
 * holder, so that another process takes over the lock of a killed one.
 * @throws Error when the lock is not free within `timeoutMs`; the signal's reason when the signal aborts
 */
export async function withExclusiveLock<T>(
  path: string,
  timeoutMs: number,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    signal?.throwIfAborted();
    if (await acquire(path)) break;
    if (Date.now() >= deadline) throw new Error(`Another process has been holding ${path} for too long.`);
    await delay(POLL_INTERVAL_MS, undefined, signal ? { signal } : {});
  }
  try {
    return await work();
  } finally {
    heldHere.delete(path);
    await rm(path, { force: true });
  }
}

async function acquire(path: string): Promise<boolean> {
  // Written to a temporary file and linked, so that no process reads a lock file without a process id in it.
  const temporary = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  await writeFile(temporary, String(process.pid), { mode: 0o644 });
  taking.set(path, (taking.get(path) ?? 0) + 1);
  try {
    await link(temporary, path);
    heldHere.add(path);
    return true;
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
  } finally {
    const others = (taking.get(path) ?? 1) - 1;
    if (others === 0) taking.delete(path);
    else taking.set(path, others);
    await rm(temporary, { force: true });
  }
  const holder = await readHolder(path);
  if (holder === undefined || isHolding(holder, path)) return false;
  await breakLock(path, holder);
  return false;
}

/** Removes the lock of a holder that is dead. Puts it back when a live process has taken the lock in the meantime. */
async function breakLock(path: string, deadHolder: number): Promise<void> {
  const aside = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  try {
    await rename(path, aside);
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return;
    throw error;
  }
  if ((await readHolder(aside)) !== deadHolder) await link(aside, path).catch(() => undefined);
  await rm(aside, { force: true });
}

async function readHolder(path: string): Promise<number | undefined> {
  try {
    return Number(await readFile(path, 'utf8'));
  } catch (error) {
    if (isErrno(error, 'ENOENT')) return undefined;
    throw error;
  }
}

function isHolding(pid: number, path: string): boolean {
  // A restarted container gives its process the same id again: this process is the holder only if it holds the lock now.
  return pid === process.pid ? heldHere.has(path) || taking.has(path) : isProcessAlive(pid);
}

/** Whether a process with this id exists, of any user. */
export function isProcessAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isErrno(error, 'EPERM');
  }
}

/** Whether `error` is a system error with this code. */
export function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
