// What the end of ffmpeg says about the recording: fine, damaged, not decodable, or not the recording's fault.
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

const DAMAGE_WARNING =
  /\[warning\].*(corrupt input packet|packet corrupt|duration do not match|size mismatch|truncat|invalid|missing)/i;
const DECLARED_DURATION = /^\[info\] {3}Duration: (\d+):(\d\d):(\d\d(?:\.\d+)?),/m;
const ANOTHER_STREAM = /^\[info\] .*Stream #0:[1-9].*: (?!.*\(attached pic\))/m;
/** ffmpeg warns so about every WAV whose writer could not seek back to fill in the length. */
const OPEN_ENDED_WAV = /^.*\[warning\] Ignoring maximum wav data size.*\n/gm;

/** Writers pad the last block of GSM to an even length; the padding byte is no audio. */
const GSM_PADDING = /^\[gsm_ms @ [^\]]*\] \[error\] Packet is too small\n\[error\] Error while decoding stream .*\n/gm;

/**
 * ffmpeg exits with 0 after most damage, so this reads its error lines, and compares the decoded duration with the one
 * that the container declares.
 */
export function reportsDamage(stderr: string, decodedMs: number): boolean {
  const lines = stderr.replace(GSM_PADDING, '').replace(OPEN_ENDED_WAV, '');
  if (/^(\[[^\]]* @ [^\]]*\] )?\[(error|fatal|panic)\]/m.test(lines)) return true;
  if (DAMAGE_WARNING.test(lines)) return true;
  const declared = DECLARED_DURATION.exec(stderr);
  // Another stream (a picture) may be longer than the audio, and a duration estimated from the bit rate proves nothing.
  if (declared === null || ANOTHER_STREAM.test(stderr) || stderr.includes('Estimating duration from bitrate'))
    return false;
  const [, hours, minutes, seconds] = declared;
  const declaredMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return decodedMs < declaredMs * 0.98 - 500;
}
