// Starts an ffmpeg under limits: a recording comes from a stranger and may be made to do harm.
import { BoundedChild, type ChildLimits, limitedShellArgs } from './bounded-child.js';
import { programMissing } from './ffmpeg-outcome.js';
import { type LaunchProgram, launchDirectly } from './launch-program.js';

export interface FfmpegOptions {
  /** Path of ffmpeg, as `resolveFfmpeg` found it. */
  readonly program: string;
  /**
   * ffmpeg is killed when its output is awaited for this long, or, summed over the whole decode, for this long plus a
   * fifth of the maximum duration. Time in which the reader does not read does not count.
   */
  readonly stallTimeoutMs?: number | undefined;
  /** Starts the programs. Default: this process starts them itself. */
  readonly launch?: LaunchProgram | undefined;
}

export const DEFAULT_STALL_TIMEOUT_MS = 60_000;

export interface FfmpegRun {
  readonly args: readonly string[];
  readonly cwd: string;
  readonly limits: ChildLimits;
  readonly signal: AbortSignal;
}

export async function startFfmpeg(
  { program, launch = launchDirectly }: FfmpegOptions,
  { args, cwd, limits, signal }: FfmpegRun,
): Promise<BoundedChild> {
  const shell = limitedShellArgs(limits, [program, ...args]);
  try {
    return new BoundedChild(await launch({ args: shell, cwd, pipe: limits.pipe }), signal);
  } catch (cause) {
    throw programMissing(cause);
  }
}
