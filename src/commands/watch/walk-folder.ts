// Finds the recordings in a folder and its subfolders. Names are read as bytes, so that a name that is not UTF-8 is reported, not
// missed.
import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { sep } from 'node:path';
import type { FileState } from './journal.js';

/** Maximum number of files examined at the same time. */
const AT_ONCE = 64;

export interface FoundFile extends FileState {
  /** Path relative to the folder, with `/` as separator. */
  readonly path: string;
}

export interface WalkRules {
  /** Extensions in lower case, without the dot. */
  readonly extensions: ReadonlySet<string>;
  /** Absolute paths of folders to skip. */
  readonly leftOut: ReadonlySet<string>;
}

export interface Walked {
  readonly files: readonly FoundFile[];
  /** The folder and all its subfolders, as absolute paths. */
  readonly folders: readonly string[];
  /** Paths that could not be read, with the reason. A path that is not UTF-8 is shown with `\ufffd`. */
  readonly unreadable: ReadonlyMap<string, string>;
  /** Symbolic links, which are not followed. */
  readonly links: number;
}

interface Walk {
  readonly files: FoundFile[];
  readonly folders: string[];
  readonly unreadable: Map<string, string>;
  links: number;
}

/**
 * Skips hidden files and links: a link may lead out of the folder, or in a circle.
 * @param root absolute path
 * @throws Error where the folder itself cannot be read
 */
export async function walkFolder(root: string, rules: WalkRules, signal: AbortSignal): Promise<Walked> {
  const walk: Walk = { files: [], folders: [], unreadable: new Map(), links: 0 };
  // A list instead of recursion: folders may be as deep as the system allows.
  const waiting = [''];
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    signal.throwIfAborted();
    const absolute = folder === '' ? root : `${root}${sep}${folder}`;
    const entries = await entriesOf(absolute, folder, walk);
    if (entries === null) continue;
    walk.folders.push(absolute);
    const names: string[] = [];
    for (const entry of entries) {
      const kind = kindOf(entry, folder, walk);
      const path = folder === '' ? String(entry.name) : `${folder}/${String(entry.name)}`;
      if (kind === 'folder' && !rules.leftOut.has(`${root}${sep}${path}`)) waiting.push(path);
      if (kind === 'file' && rules.extensions.has(extensionOf(path))) names.push(path);
    }
    await lookAt(root, names, walk);
  }
  return walk;
}

async function entriesOf(absolute: string, folder: string, walk: Walk): Promise<Dirent<Buffer>[] | null> {
  try {
    return await readdir(absolute, { withFileTypes: true, encoding: 'buffer' });
  } catch (error) {
    if (folder === '') throw error;
    if (!isAbsent(error)) walk.unreadable.set(folder, reasonOf(error));
    return null;
  }
}

function kindOf(entry: Dirent<Buffer>, folder: string, walk: Walk): 'file' | 'folder' | null {
  const name = String(entry.name);
  if (name.startsWith('.')) return null;
  if (entry.isSymbolicLink()) walk.links += 1;
  if (!entry.isFile() && !entry.isDirectory()) return null;
  if (!Buffer.from(name).equals(entry.name)) {
    walk.unreadable.set(folder === '' ? name : `${folder}/${name}`, 'The name is not UTF-8');
    return null;
  }
  return entry.isFile() ? 'file' : 'folder';
}

async function lookAt(root: string, paths: readonly string[], walk: Walk): Promise<void> {
  for (let from = 0; from < paths.length; from += AT_ONCE) {
    await Promise.all(
      paths.slice(from, from + AT_ONCE).map(async (path) => {
        try {
          const found = await lstat(`${root}${sep}${path}`);
          if (found.isFile()) walk.files.push({ path, size: found.size, mtimeMs: found.mtimeMs });
        } catch (error) {
          if (!isAbsent(error)) walk.unreadable.set(path, reasonOf(error));
        }
      }),
    );
  }
}

export function extensionOf(path: string): string {
  const [, extension = ''] = /\.([^./]+)$/.exec(path) ?? [];
  return extension.toLowerCase();
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Whether the file is gone since it was listed. */
export const isAbsent = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error));

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'Permission denied',
  EPERM: 'Permission denied',
  ENAMETOOLONG: 'The path is too long',
  ELOOP: 'The path leads in a circle',
};

/** Sentence about the error, without the path: the caller names it. */
export function reasonOf(error: unknown): string {
  const code = codeOf(error);
  return REASONS[code] ?? (code === '' ? String(error) : `It cannot be read (${code})`);
}
