// Makes sure that DATA_DIR can be written, and says in a sentence why it cannot.
import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from './config-error.js';

/** The embedded PostgreSQL takes about 50 MB when it is new. */
const MIN_EMBEDDED_BYTES = 64 * 1024 * 1024;

/** @throws ConfigError when the folder cannot be made or written */
export function prepareDataDir(dataDir: string): void {
  const probe = join(dataDir, `.probe-${randomBytes(6).toString('hex')}`);
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o755 });
    writeFileSync(probe, '', { flag: 'wx' });
    rmSync(probe, { force: true });
  } catch (error) {
    throw dataDirFault(dataDir, error);
  }
}

/** @throws ConfigError when the embedded servers could not start for want of room */
export function requireRoomForServers(dataDir: string): void {
  const { bavail, bsize } = statfsSync(dataDir);
  if (bavail * bsize < MIN_EMBEDDED_BYTES) throw new ConfigError([diskIsFull(dataDir)]);
}

/** @returns the error itself when it says nothing about the folder */
export function dataDirFault(dataDir: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  const sentence = sentenceOf(code, dataDir);
  return sentence === null ? error : new ConfigError([sentence]);
}

function sentenceOf(code: unknown, dataDir: string): string | null {
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return `DATA_DIR: a file stands at ${dataDir}, or at a folder above it; name a folder`;
    case 'EROFS':
      return `DATA_DIR: ${dataDir} lies on a read-only file system; mount a writable volume there, or name another folder`;
    case 'EACCES':
    case 'EPERM':
      return `DATA_DIR: ${dataDir} cannot be written by the user of this process${ownId()}; give the folder to that user, or name another one`;
    case 'ENOSPC':
    case 'EDQUOT':
      return diskIsFull(dataDir);
    default:
      return null;
  }
}

const diskIsFull = (dataDir: string): string =>
  `DATA_DIR: the disk of ${dataDir} is full; make room, or name a folder on another disk`;

const ownId = (): string => (process.getuid ? ` (uid ${process.getuid()})` : '');
