// Moves a recording that became a call out of the folder. Nothing is overwritten, and the file is always whole at one place.
import { constants } from 'node:fs';
import { copyFile, link, lstat, mkdir, open, rename, unlink } from 'node:fs/promises';
import { dirname, extname } from 'node:path';
import { contentHash } from './recording-id.js';
import { isAbsent } from './walk-folder.js';

const MAX_NAMES = 1_000;

/**
 * @param from absolute; may be gone already, as after a kill
 * @param to absolute; where a file of that name lies, `call~2.wav`
 */
export async function putAway(from: string, to: string): Promise<void> {
  if (!(await exists(from))) return;
  await mkdir(dirname(to), { recursive: true });
  for (let number = 1; number <= MAX_NAMES; number += 1) {
    if (await movedTo(from, numbered(to, number))) return;
  }
  throw new Error(`There are ${MAX_NAMES} files of this name in ${dirname(to)}`);
}

/** @returns false where another file of that name is there */
async function movedTo(from: string, to: string): Promise<boolean> {
  try {
    // A rename would overwrite; a link does not.
    await link(from, to);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code === 'EEXIST' && !(await isSameFile(from, to))) return false;
    if (isAbsent(error)) return true;
    if (code !== 'EEXIST') {
      // Another file system, or one without links.
      if (!['EXDEV', 'EPERM', 'ENOTSUP', 'ENOSYS', 'EMLINK'].includes(String(code))) throw error;
      if (!(await exists(to))) await copied(from, to);
      else if (!(await haveSameBytes(from, to))) return false;
    }
  }
  await unlink(from);
  return true;
}

/** A run that was killed between the two has left a link to the file at both places. */
async function isSameFile(from: string, to: string): Promise<boolean> {
  const [one, other] = await Promise.all([lstat(from), lstat(to)]);
  return one.dev === other.dev && one.ino === other.ino;
}

/** The same of a copy: nothing is lost where one of both goes. */
async function haveSameBytes(from: string, to: string): Promise<boolean> {
  const [one, other] = await Promise.all([lstat(from), lstat(to)]);
  if (one.size !== other.size) return false;
  const [hash, known] = await Promise.all([contentHash(from), contentHash(to)]);
  return hash === known;
}

async function copied(from: string, to: string): Promise<void> {
  const partial = `${to}.part`;
  await copyFile(from, partial, constants.COPYFILE_FICLONE);
  const file = await open(partial, 'r');
  await file.sync().finally(() => file.close());
  await rename(partial, to);
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false,
  );

function numbered(path: string, number: number): string {
  if (number === 1) return path;
  const extension = extname(path);
  return `${path.slice(0, path.length - extension.length)}~${number}${extension}`;
}
