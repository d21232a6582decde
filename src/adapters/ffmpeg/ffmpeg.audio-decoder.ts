import { randomUUID } from 'node:crypto';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AudioDecoder,
  type DecodedAudio,
  type DecodeReport,
  type DecodeRequest,
  type EncodeRequest,
} from '../../ports/audio-decoder.js';
import { ProviderError } from '../../ports/provider-error.js';
import { killGroup, type LaunchedProgram, type LaunchProgram, launchDirectly } from './media-launcher.js';
import { resolveFfmpeg } from './resolve-ffmpeg.js';

export interface FfmpegAudioDecoderOptions {
  /** Path of ffmpeg, as {@link resolveFfmpeg} found it. */
  readonly program: string;
  /**
   * The program is killed when it owes output for this long, or for this long and a fifth of the longest recording in
   * all; time in which the reader is not reading does not count.
   */
  readonly stallTimeoutMs?: number | undefined;
  /** How programs are started; by this process itself if not given. */
  readonly launch?: LaunchProgram | undefined;
}

/**
 * Demuxers that may look at a recording. A protocol whitelist alone is not enough: an `ffconcat` or HLS playlist saved
 * as .mp3 makes the defaults open a neighbouring file.
 */
const DEMUXERS = 'wav,w64,mp3,flac,ogg,mov,matroska,mpeg';

const NO_AUDIO = 'The recording holds no audio that can be decoded';
const DECODER_CRASHED = 'The recording could not be decoded';
const DECODER_STALLED = 'Decoding the recording took too long';
const DECODER_STOPPED = 'Decoding was interrupted';
const DECODER_MISSING = 'The audio decoder is not available';
const ENCODER_FAILED = 'The audio could not be prepared for transcription';

/** What a malformed file provokes: the same bytes would do it again. Other signals come from outside and are retried. */
const CRASHES = new Set<NodeJS.Signals>([
  'SIGSEGV',
  'SIGBUS',
  'SIGABRT',
  'SIGFPE',
  'SIGILL',
  'SIGSYS',
  'SIGXCPU',
  'SIGXFSZ',
]);

const ADDRESS_SPACE_KIB = 2 * 1024 * 1024;
/** Times real time; the slowest accepted codec runs at more than 1000. Slower than that, a decoder only drips. */
const SLOWEST_SPEED = 5;
const STDERR_LIMIT_CHARS = 64 * 1024;
const STDERR_END_CHARS = 2000;
const HEADER_LIMIT_BYTES = 64 * 1024;
const BYTES_PER_SAMPLE = 2;

/**
 * Limits are set by a shell that then becomes the program, so the process id stays the same. `ulimit -v` does not exist
 * on macOS, hence `|| :`. The environment stays behind: it holds the service's secrets, and ffmpeg would take orders from
 * it (a report file, a proxy). The CPU limit is soft first: at a hard one the kernel kills without saying why. Arguments: address space in KiB, CPU seconds, size of a file it may write, open files,
 * program and its arguments.
 */
const LIMITED = [
  ...['-c 0', '-v "$1"', '-S -t "$2"', '-H -t "$(($2 + 10))"', '-f "$3"', '-n "$4"'].map(
    (limit) => `ulimit ${limit} 2>/dev/null || :`,
  ),
  'shift 4; set -- PATH="$PATH" nice -n 10 "$@"',
  '[ -z "$LD_LIBRARY_PATH" ] || set -- LD_LIBRARY_PATH="$LD_LIBRARY_PATH" "$@"',
  'exec env -i "$@"',
].join('; ');
const OPEN_FILES = 32;
/** A decoder writes to its pipe only, an encoder one file. */
type WritableFiles = 0 | 'unlimited';

const QUIET = ['-nostdin', '-hide_banner', '-nostats'];

/** ffmpeg as a bounded child process: two protocols, eight demuxers, no network, no secrets, limits on memory, CPU and silence. */
export class FfmpegAudioDecoder extends AudioDecoder {
  readonly #program: string;
  readonly #stallTimeoutMs: number;
  readonly #launch: LaunchProgram;

  constructor(options: FfmpegAudioDecoderOptions) {
    super();
    this.#program = options.program;
    this.#stallTimeoutMs = options.stallTimeoutMs ?? 60_000;
    this.#launch = options.launch ?? launchDirectly;
  }

  async describe(): Promise<string> {
    const { version } = await resolveFfmpeg(this.#program);
    return `ffmpeg ${version}`;
  }

  /**
   * The file's folder becomes the working directory and should hold nothing else.
   * A crash of ffmpeg (SIGSEGV and the like, or its CPU limit) is final even if samples came before it: a decoder that
   * broke over a file is not trusted with what it said of it. Death by another's signal and a stall may be retried.
   */
  async decode(request: DecodeRequest): Promise<DecodedAudio> {
    request.signal.throwIfAborted();
    const child = await this.#start(
      [
        ...QUIET,
        ...['-loglevel', 'level+info', '-threads', '1'],
        ...['-protocol_whitelist', 'file,pipe', '-format_whitelist', DEMUXERS],
        ...['-i', `./${basename(request.path)}`],
        ...['-map', '0:a:0', '-vn', '-sn', '-dn', '-map_metadata', '-1', '-bitexact'],
        ...['-t', (request.maxDurationMs / 1000).toFixed(3), '-ar', String(request.sampleRate)],
        ...['-c:a', 'pcm_s16le', '-f', 'wav', 'pipe:1'],
      ],
      dirname(request.path),
      // Slowest accepted codec measured: 24 h of Opus in 49 s.
      { pipe: 'stdout', cpuSeconds: 60 + Math.ceil(request.maxDurationMs / 100_000), writableFiles: 0 },
      request.signal,
    );
    const source = new StallGuardedReader(child, {
      stallMs: this.#stallTimeoutMs,
      totalMs: this.#stallTimeoutMs + request.maxDurationMs / SLOWEST_SPEED,
    });

    try {
      const opened = await readWavHeader(source);
      if (opened !== null) return this.#deliver(request, child, source, opened.channels, opened.rest);
      const exit = await child.finished();
      request.signal.throwIfAborted();
      throw failureOf(exit) ?? new ProviderError(NO_AUDIO, { retryable: false, cause: exit.stderr.slice(-2000) });
    } catch (error) {
      child.kill();
      await child.exited;
      throw error;
    }
  }

  async #start(args: readonly string[], cwd: string, limits: ChildLimits, signal: AbortSignal): Promise<BoundedChild> {
    const figures = [ADDRESS_SPACE_KIB, limits.cpuSeconds, limits.writableFiles, OPEN_FILES].map(String);
    const shell = ['-c', LIMITED, 'sh', ...figures, this.#program, ...args];
    try {
      return new BoundedChild(await this.#launch({ args: shell, cwd, pipe: limits.pipe }), signal);
    } catch (cause) {
      throw new ProviderError(DECODER_MISSING, { retryable: true, cause });
    }
  }

  #deliver(
    request: DecodeRequest,
    child: BoundedChild,
    source: StallGuardedReader,
    channels: number,
    first: Buffer,
  ): DecodedAudio {
    const frameBytes = channels * BYTES_PER_SAMPLE;
    // ffmpeg's own cap goes by time stamps, which a hostile file invents; this one counts what was really decoded.
    const capBytes = Math.ceil((request.maxDurationMs * request.sampleRate) / 1000) * frameBytes;
    let resolveReport: (report: DecodeReport) => void;
    let rejectReport: (reason: unknown) => void;
    const report = new Promise<DecodeReport>((resolve, reject) => {
      resolveReport = resolve;
      rejectReport = reject;
    });
    // A reader that has met the error on `pcm` need not ask for it again here.
    report.catch(() => undefined);

    async function* samples(): AsyncGenerator<Buffer> {
      let delivered = 0;
      try {
        let carry = first;
        for (let chunk: Buffer | null = first; chunk !== null; ) {
          const whole = Math.min(carry.length - (carry.length % frameBytes), capBytes - delivered);
          if (whole > 0) {
            delivered += whole;
            yield carry.subarray(0, whole);
          }
          if (delivered >= capBytes) break;
          carry = carry.subarray(whole);
          chunk = await source.read();
          if (chunk !== null) carry = carry.length === 0 ? chunk : Buffer.concat([carry, chunk]);
        }
        const capped = delivered >= capBytes;
        if (capped) child.kill();
        const exit = await child.finished();
        request.signal.throwIfAborted();
        if (exit.killed && !capped) throw new ProviderError(DECODER_STOPPED, { retryable: true });
        const failure = failureOf(exit);
        if (failure !== null) throw failure;
        if (delivered === 0) throw new ProviderError(NO_AUDIO, { retryable: false, cause: exit.stderr });
        const decodedMs = (delivered / frameBytes / request.sampleRate) * 1000;
        resolveReport({ damaged: !capped && (exit.code !== 0 || tellsOfDamage(exit.stderr, decodedMs)) });
      } catch (error) {
        child.kill();
        await child.exited;
        const told =
          error instanceof ProviderError || request.signal.aborted
            ? error
            : new ProviderError(DECODER_STOPPED, { retryable: true, cause: error });
        rejectReport(told);
        throw told;
      }
    }
    const pcm = Readable.from(samples(), { objectMode: false });
    pcm.once('close', () => {
      // Without effect after a full reading; a reader that stops half way leaves neither process nor open promise.
      child.kill();
      rejectReport(new ProviderError(DECODER_STOPPED, { retryable: true }));
    });
    return { channels, pcm, report };
  }

  async encode(request: EncodeRequest): Promise<void> {
    request.signal.throwIfAborted();
    const folder = dirname(request.path);
    const unfinished = `${randomUUID()}.partial`;
    const codec = {
      flac: ['-c:a', 'flac', '-f', 'flac'],
      ogg: ['-c:a', 'libopus', '-b:a', '24k', '-application', 'voip', '-f', 'ogg'],
    }[request.format];
    const child = await this.#start(
      [
        ...QUIET.slice(1),
        ...['-loglevel', 'error', '-threads', '1', '-protocol_whitelist', 'file,pipe'],
        ...['-f', 's16le', '-ar', String(request.sampleRate), '-ac', '1', '-i', 'pipe:0'],
        ...['-map_metadata', '-1', ...codec, `./${unfinished}`],
      ],
      folder,
      { pipe: 'stdin', cpuSeconds: 3600, writableFiles: 'unlimited' },
      request.signal,
    );
    try {
      // The write side of an early death (EPIPE) says less than the exit status, so both are awaited.
      const [fed, exit] = await Promise.all([
        pipeline(request.pcm, child.stdin, { signal: request.signal }).then(
          () => null,
          (error: unknown) => ({ error }),
        ),
        child.exited,
      ]);
      request.signal.throwIfAborted();
      if (exit.code !== 0 || fed !== null) {
        if (fed?.error instanceof ProviderError) throw fed.error;
        const cause = exit.code === 0 ? fed?.error : exit.stderr;
        throw failureOf(exit) ?? new ProviderError(ENCODER_FAILED, { retryable: true, cause });
      }
      await rename(join(folder, unfinished), request.path);
    } finally {
      child.kill();
      await child.exited;
      await rm(join(folder, unfinished), { force: true });
    }
  }
}

interface ChildLimits {
  readonly pipe: 'stdin' | 'stdout';
  readonly cpuSeconds: number;
  readonly writableFiles: WritableFiles;
}

interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Killed by this adapter, not by a fault of its own. */
  readonly killed: boolean;
  readonly stderr: string;
}

/** One ffmpeg in its own process group, so that killing it leaves nothing behind that holds the pipes open. */
class BoundedChild {
  readonly #program: LaunchedProgram;
  readonly exited: Promise<Exit>;
  #settle: (code: number | null, by: NodeJS.Signals | null) => void = () => undefined;
  #killed = false;
  #gone = false;
  #stderr = '';
  /** The newest of what no longer fits into the above. */
  #stderrEnd = '';

  constructor(program: LaunchedProgram, signal: AbortSignal) {
    this.#program = program;
    const { stdin, stderr } = program;
    stderr.setEncoding('utf8').on('data', (text: string) => {
      const room = STDERR_LIMIT_CHARS - this.#stderr.length;
      this.#stderr += text.slice(0, room);
      this.#stderrEnd = (this.#stderrEnd + text.slice(room)).slice(-STDERR_END_CHARS);
    });
    // A child that dies early breaks the pipe; its exit status tells why.
    stdin?.on('error', () => undefined);

    const abort = () => this.kill();
    signal.addEventListener('abort', abort, { once: true });
    this.exited = new Promise((resolve) => {
      this.#settle = (code, by) => {
        this.#gone = true;
        signal.removeEventListener('abort', abort);
        resolve({ code, signal: by, killed: this.#killed && by === 'SIGKILL', stderr: this.#stderr + this.#stderrEnd });
      };
    });
    void program.exited.then(({ code, signal: by }) => {
      if (this.#killed || stderr.closed) return this.#settle(code, by);
      // The last lines may still be in the pipe; a grandchild that holds it open is not waited for.
      const timer = setTimeout(() => this.#settle(code, by), 1000);
      stderr.once('close', () => {
        clearTimeout(timer);
        this.#settle(code, by);
      });
    });
    if (signal.aborted) this.kill();
  }

  get stdin() {
    if (this.#program.stdin === null) throw new Error('The child was started without a pipe to write to');
    return this.#program.stdin;
  }

  get stdout() {
    if (this.#program.stdout === null) throw new Error('The child was started without a pipe to read from');
    return this.#program.stdout;
  }

  /** For a child that has closed its output and has no more to do. */
  async finished(): Promise<Exit> {
    const timer = setTimeout(() => this.kill(), 5000);
    try {
      return await this.exited;
    } finally {
      clearTimeout(timer);
    }
  }

  kill(): void {
    const { pid, stdin, stdout, stderr } = this.#program;
    if (!this.#gone) {
      if (!this.#killed) this.#expectEnd();
      this.#killed = true;
      killGroup(pid);
    }
    for (const stream of [stdin, stdout, stderr]) stream?.destroy();
  }

  /** Nothing outlives the signal, so that work need not wait for ever for somebody to tell of the end. */
  #expectEnd(): void {
    const timer = setTimeout(() => this.#settle(null, 'SIGKILL'), 5000);
    void this.#program.exited.then(() => clearTimeout(timer));
  }
}

/** Reads the child's output chunk by chunk; only the time the reader waits counts towards the limits, for one chunk and for all. */
class StallGuardedReader {
  readonly #child: BoundedChild;
  readonly #chunks: AsyncIterator<Buffer>;
  readonly #stallMs: number;
  #leftMs: number;

  constructor(child: BoundedChild, limits: { readonly stallMs: number; readonly totalMs: number }) {
    this.#child = child;
    this.#chunks = child.stdout[Symbol.asyncIterator]();
    this.#stallMs = limits.stallMs;
    this.#leftMs = limits.totalMs;
  }

  async read(): Promise<Buffer | null> {
    let stalled = false;
    const timer = setTimeout(
      () => {
        stalled = true;
        this.#child.kill();
      },
      Math.min(this.#stallMs, this.#leftMs),
    );
    const asked = performance.now();
    try {
      const next = await this.#chunks.next();
      return next.done ? null : next.value;
    } catch (error) {
      if (stalled) throw new ProviderError(DECODER_STALLED, { retryable: true });
      // The pipe was closed by a kill: the caller reads the reason from the exit status and the signal.
      if (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') return null;
      throw error;
    } finally {
      clearTimeout(timer);
      this.#leftMs -= performance.now() - asked;
    }
  }
}

/** Channel count from the WAV header that ffmpeg writes, and the first samples; null when it wrote none. The header may be extended. */
async function readWavHeader(source: StallGuardedReader): Promise<{ channels: number; rest: Buffer } | null> {
  let head = Buffer.alloc(0);
  while (head.length < HEADER_LIMIT_BYTES) {
    const chunk = await source.read();
    if (chunk === null) break;
    head = Buffer.concat([head, chunk]);
    const dataAt = head.indexOf('data', 12, 'latin1');
    if (dataAt < 0 || head.length <= dataAt + 8) continue;
    const channels = head.readUInt16LE(22);
    if (channels < 1) break;
    return { channels, rest: head.subarray(dataAt + 8) };
  }
  return null;
}

/** ffmpeg catches SIGXCPU (24 on Linux and macOS), tidies up and leaves as if it had been asked to. */
const OUT_OF_CPU = /received signal 24\b/;

/** Why the program ended before its time; null when it ended by itself or was ended by this adapter. */
function failureOf(exit: Exit): ProviderError | null {
  const cause = { code: exit.code, signal: exit.signal, stderr: exit.stderr.slice(-2000) };
  if (exit.code === 126 || exit.code === 127) return new ProviderError(DECODER_MISSING, { retryable: true, cause });
  if (OUT_OF_CPU.test(exit.stderr)) return new ProviderError(DECODER_CRASHED, { retryable: false, cause });
  if (exit.signal === null || exit.killed) return null;
  if (CRASHES.has(exit.signal)) return new ProviderError(DECODER_CRASHED, { retryable: false, cause });
  return new ProviderError(DECODER_STOPPED, { retryable: true, cause });
}

const DAMAGE_WARNING =
  /\[warning\].*(corrupt input packet|packet corrupt|duration do not match|size mismatch|truncat|invalid|missing)/i;
const DECLARED = /^\[info\] {3}Duration: (\d+):(\d\d):(\d\d(?:\.\d+)?),/m;
const ANOTHER_STREAM = /^\[info\] .*Stream #0:[1-9].*: (?!.*\(attached pic\))/m;
/** Said of every wav whose writer could not go back to fill in the length. */
const OPEN_ENDED_WAV = /^.*\[warning\] Ignoring maximum wav data size.*\n/gm;

/** Writers fill the last block of GSM up to an even length; that byte is no audio. */
const PADDING_OF_GSM =
  /^\[gsm_ms @ [^\]]*\] \[error\] Packet is too small\n\[error\] Error while decoding stream .*\n/gm;

/** ffmpeg ends with 0 over most damage: its error lines tell, and a container that promised more than it held. */
function tellsOfDamage(stderr: string, decodedMs: number): boolean {
  const lines = stderr.replace(PADDING_OF_GSM, '').replace(OPEN_ENDED_WAV, '');
  if (/^(\[[^\]]* @ [^\]]*\] )?\[(error|fatal|panic)\]/m.test(lines)) return true;
  if (DAMAGE_WARNING.test(lines)) return true;
  const declared = DECLARED.exec(stderr);
  // A picture or another stream may outlast the sound, and a length guessed from the bit rate proves nothing.
  if (declared === null || ANOTHER_STREAM.test(stderr) || stderr.includes('Estimating duration from bitrate'))
    return false;
  const [, hours, minutes, seconds] = declared;
  const declaredMs = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000;
  return decodedMs < declaredMs * 0.98 - 500;
}
