// Finds a working ffmpeg: FFMPEG_PATH, else PATH, else the development build that npm installs.
import { execFile } from 'node:child_process';
import { access, chmod, constants } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface FfmpegProgram {
  /** Absolute path, or the explicit path as it was given. */
  readonly program: string;
  /** Version that the program prints, e.g. `5.1.9-0+deb12u1`. */
  readonly version: string;
  readonly origin: 'FFMPEG_PATH' | 'PATH' | '@ffmpeg-installer/ffmpeg';
}

const INSTALL = 'install it (Debian: apt-get install ffmpeg; macOS: brew install ffmpeg)';

/** Program that a search has found. PATH and the packages stay the same while a process runs. */
let found: FfmpegProgram | null = null;

/**
 * An explicit path that does not work is never replaced by another program.
 * Rejects with one sentence on how to install ffmpeg.
 */
export async function resolveFfmpeg(explicitPath: string | null): Promise<FfmpegProgram> {
  if (explicitPath === null) {
    found ??= await search();
    return found;
  }
  const version = await versionOf(explicitPath);
  if (version === null) throw new Error(`FFMPEG_PATH does not name a working ffmpeg; correct it or ${INSTALL}.`);
  return { program: explicitPath, version, origin: 'FFMPEG_PATH' };
}

async function search(): Promise<FfmpegProgram> {
  const onPath = await findOnPath();
  if (onPath !== null) {
    const version = await versionOf(onPath);
    if (version !== null) return { program: onPath, version, origin: 'PATH' };
  }

  const installed = await findInstalledByNpm();
  if (installed !== null) {
    const version = await versionOf(installed);
    if (version !== null) return { program: installed, version, origin: '@ffmpeg-installer/ffmpeg' };
  }
  throw new Error(`No ffmpeg was found; ${INSTALL} or set FFMPEG_PATH.`);
}

/** A shell searches PATH for the program, because only `platform/config` may read the environment. */
async function findOnPath(): Promise<string | null> {
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

async function findInstalledByNpm(): Promise<string | null> {
  try {
    // A development dependency: production images install the distribution's patched ffmpeg instead.
    const { default: installer } = await import('@ffmpeg-installer/ffmpeg');
    // Its install script sets the executable bit; an install with `--ignore-scripts` does not run it.
    await access(installer.path, constants.X_OK).catch(() => chmod(installer.path, 0o755));
    return installer.path;
  } catch {
    return null;
  }
}
