// Lets one process at a time prepare a folder (first database start, unpacking packages) when several start together.
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 40;
const heldHere = new Set<string>();

/**
 * Runs `work` while holding the lock file `path`; its folder must exist. The file carries the holder's process id, so
 * a lock left behind by a killed process is taken over.
 * Throws when the lock is not free within `timeoutMs`, or with the signal's reason.
 */
export async function withExclusiveLock<T>(
  path: string,
  timeoutMs: number,
  work: () => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
  const giveUpAt = Date.now() + timeoutMs;
  for (;;) {
    signal?.throwIfAborted();
    if (await acquire(path)) break;
    if (Date.now() >= giveUpAt) throw new Error(`Another process has been holding ${path} for too long.`);
    await delay(POLL_MS, undefined, signal ? { signal } : {});
  }
  heldHere.add(path);
  try {
    return await work();
  } finally {
    heldHere.delete(path);
    await rm(path, { force: true });
  }
}

async function acquire(path: string): Promise<boolean> {
  // Written aside and linked, so that nobody ever reads a lock without a process id in it.
  const mine = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}`;
  await writeFile(mine, String(process.pid), { mode: 0o644 });
  try {
    await link(mine, path);
    return true;
  } catch (error) {
    if (!isErrno(error, 'EEXIST')) throw error;
  } finally {
    await rm(mine, { force: true });
  }
  const holder = await readHolder(path);
  if (holder === undefined || isHolding(holder, path)) return false;
  await breakLock(path, holder);
  return false;
}

/** Moves a dead holder's lock away; puts it back when a live process took the lock in between. */
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
  // Containers give a restarted process the same id again: our own id counts only while we do hold the lock.
  return pid === process.pid ? heldHere.has(path) : isProcessAlive(pid);
}

/** Whether a process with this id exists, whoever it belongs to. */
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
