// What the end of ffmpeg says: fine, not decodable, or not the recording's fault.
import { ProviderError } from '../../ports/provider-error.js';
import type { ChildExit } from './bounded-child.js';

const NO_AUDIO = 'The recording holds no audio that can be decoded';
const RECORDING_UNREADABLE = 'The recording could not be read';
const DECODER_CRASHED = 'The recording could not be decoded';
const DECODER_STALLED = 'Decoding the recording took too long';
const DECODER_STOPPED = 'Decoding was interrupted';
const DECODER_MISSING = 'The audio decoder is not available';

export const noAudio = (cause: unknown) => new ProviderError(NO_AUDIO, { retryable: false, code: 'not_audio', cause });
/** The file, not what it holds: it is missing, or the disk fails. */
export const recordingUnreadable = (cause: unknown) =>
  new ProviderError(RECORDING_UNREADABLE, { retryable: true, code: 'not_processable', cause });
export const decoderCrashed = (cause: unknown) =>
  new ProviderError(DECODER_CRASHED, { retryable: false, code: 'not_audio', cause });
export const decoderStalled = () => new ProviderError(DECODER_STALLED, { retryable: true, code: 'not_processable' });
export const decoderStopped = (cause?: unknown) =>
  new ProviderError(DECODER_STOPPED, { retryable: true, code: 'not_processable', cause });
export const programMissing = (cause: unknown) =>
  new ProviderError(DECODER_MISSING, { retryable: true, code: 'not_processable', workerFault: 'decoder', cause });

/** Signals that a malformed file provokes; the same bytes would do it again. Other signals come from outside. */
const CRASH_SIGNALS = new Set<NodeJS.Signals>([
  'SIGSEGV',
  'SIGBUS',
  'SIGABRT',
  'SIGFPE',
  'SIGILL',
  'SIGSYS',
  'SIGXCPU',
  'SIGXFSZ',
]);

/** ffmpeg catches SIGXCPU (24 on Linux and macOS), cleans up and exits as if it had been asked to. */
const OUT_OF_CPU = /received signal 24\b/;

/** Why ffmpeg ended too early; null when it ended by itself or the service killed it. */
export function failureOfExit(exit: ChildExit): ProviderError | null {
  const cause = { code: exit.code, signal: exit.signal, stderr: exit.stderr.slice(-2000) };
  // The shell's codes for a program that it cannot execute or cannot find.
  if (exit.code === 126 || exit.code === 127) return programMissing(cause);
  if (OUT_OF_CPU.test(exit.stderr)) return decoderCrashed(cause);
  if (exit.signal === null || exit.killed) return null;
  return CRASH_SIGNALS.has(exit.signal) ? decoderCrashed(cause) : decoderStopped(cause);
}
