import { execFile } from 'node:child_process';
import { access, chmod, constants } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Where a usable ffmpeg was found. */
export interface FfmpegProgram {
  /** Absolute path, or the explicit value as it was given. */
  readonly program: string;
  /** As the program says, e.g. `5.1.9-0+deb12u1`. */
  readonly version: string;
  readonly origin: 'FFMPEG_PATH' | 'PATH' | '@ffmpeg-installer/ffmpeg';
}

const INSTALL = 'install it (Debian: apt-get install ffmpeg; macOS: brew install ffmpeg)';

/**
 * Finds the decoder: the explicit path, else PATH, else the build that npm carries for development.
 * An explicit path that does not work is never replaced by another program.
 * Rejects with one sentence that says how to get one.
 */
export async function resolveFfmpeg(explicitPath: string | null): Promise<FfmpegProgram> {
  if (explicitPath !== null) {
    const version = await versionOf(explicitPath);
    if (version === null) throw new Error(`FFMPEG_PATH does not name a working ffmpeg; correct it or ${INSTALL}.`);
    return { program: explicitPath, version, origin: 'FFMPEG_PATH' };
  }

  const onPath = await foundOnPath();
  if (onPath !== null) {
    const version = await versionOf(onPath);
    if (version !== null) return { program: onPath, version, origin: 'PATH' };
  }

  const carried = await carriedByNpm();
  if (carried !== null) {
    const version = await versionOf(carried);
    if (version !== null) return { program: carried, version, origin: '@ffmpeg-installer/ffmpeg' };
  }
  throw new Error(`No ffmpeg was found; ${INSTALL} or set FFMPEG_PATH.`);
}

/** A shell is asked, since it inherits PATH: configuration stays the only reader of the environment. */
async function foundOnPath(): Promise<string | null> {
  try {
    const { stdout } = await run('/bin/sh', ['-c', 'command -v ffmpeg']);
    const program = stdout.trim();
    return isAbsolute(program) ? program : null;
  } catch {
    return null;
  }
}

async function versionOf(program: string): Promise<string | null> {
  try {
    const { stdout } = await run(program, ['-version'], { timeout: 20_000, maxBuffer: 1 << 20 });
    return /^ffmpeg version (\S+)/.exec(stdout)?.[1] ?? null;
  } catch {
    return null;
  }
}

async function carriedByNpm(): Promise<string | null> {
  try {
    // A development dependency: production images install the distribution's patched build and omit this one.
    const { default: installer } = await import('@ffmpeg-installer/ffmpeg');
    // Its install script sets the bit, and installs that block scripts never run it.
    await access(installer.path, constants.X_OK).catch(() => chmod(installer.path, 0o755));
    return installer.path;
  } catch {
    return null;
  }
}
