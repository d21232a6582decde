// Checks whether this worker can work at all. A worker whose disk is full, or whose ffmpeg does not start, would otherwise claim
// call after call before healthy workers do, and fail each. It claims none until its own probe succeeds.
import { randomBytes, randomUUID } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Injectable, Logger, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { withinTime } from '../platform/concurrency/within-time.js';
import { Config } from '../platform/config/config.js';
import { DiskSpace } from '../platform/operations/disk-space.js';
import { Metrics } from '../platform/operations/metrics/metrics.js';
import { CheckNote, ReadinessChecks } from '../platform/operations/readiness-checks.js';
import { AudioDecoder } from '../ports/audio-decoder.js';
import { ObjectStore } from '../ports/object-store.js';
import { ProviderError, WORKER_FAULTS, type WorkerFault } from '../ports/provider-error.js';
import { SpeechToText } from '../ports/speech-to-text.js';

/** File name prefix of probes in the work folder. A probe uses its open file, so that any worker may delete it. */
export const PROBE_PREFIX = 'probe-';
/** Requirements of a run: only Postgres; the storage of recordings too; or also a work folder, the decoder and the engines. */
export type WorkerNeeds = 'postgres' | 'storage' | 'all';

const PROBE_TIMEOUT_MS = 10_000;
const FIRST_PROBE_MS = 2_000;
const MAX_PROBE_MS = 60_000;
/** Enough to detect a disk that is nearly full. */
const PROBE_BYTES = 1024 * 1024;

/** System errors of a disk or of this process, never of a recording. */
const SYSTEM_FAULTS = new Set([
  'EACCES',
  'EDQUOT',
  'EFBIG',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENODEV',
  'ENOSPC',
  'ENOTDIR',
  'EPERM',
  'EROFS',
  'ESTALE',
]);

const NOTES: Readonly<Record<WorkerFault, string>> = {
  disk_space: 'The disk of DATA_DIR is nearly full.',
  work_folder: 'The work folder cannot be written: it is full, read-only or missing.',
  decoder: 'The audio decoder cannot be started.',
  storage: 'The storage of recordings cannot be used.',
  speech_engine: 'The local speech engine cannot be started.',
};

@Injectable()
export class WorkerHealth implements OnModuleInit, OnApplicationShutdown {
  private readonly logger = new Logger(WorkerHealth.name);
  /** Timer of the next probe, by fault of this worker. */
  private readonly faults = new Map<WorkerFault, NodeJS.Timeout>();
  private readonly workFolder: string;
  private firstProbe: Promise<unknown> | null = null;
  private stopped = false;

  constructor(
    private readonly config: Config,
    private readonly store: ObjectStore,
    private readonly decoder: AudioDecoder,
    private readonly speechToText: SpeechToText,
    private readonly readiness: ReadinessChecks,
    private readonly metrics: Metrics,
    private readonly disk: DiskSpace,
  ) {
    this.workFolder = join(config.dataDir, 'work');
  }

  onModuleInit(): void {
    this.metrics.gauge(
      'worker_sick',
      'Whether this worker takes no calls for this cause, 0 or 1.',
      ['cause'],
      (gauge) => {
        for (const cause of WORKER_FAULTS) gauge.set({ cause }, this.faults.has(cause) ? 1 : 0);
      },
    );
    this.readiness.add(
      'worker',
      async () => {
        await this.findFaults();
        if (this.faults.size > 0) throw new CheckNote([...this.faults.keys()].map((fault) => NOTES[fault]).join(' '));
      },
      // A process that also serves the API continues to serve it.
      { required: this.config.process === 'worker' },
    );
  }

  onApplicationShutdown(): void {
    this.stopped = true;
    for (const timer of this.faults.values()) clearTimeout(timer);
  }

  /** Whether this worker may claim work with these needs. */
  async isFitFor(needs: WorkerNeeds): Promise<boolean> {
    if (needs === 'postgres') return true;
    await this.findFaults();
    if (needs === 'all') return this.faults.size === 0;
    // The storage may be on the same disk.
    return !this.faults.has('storage') && !(this.faults.has('disk_space') && this.config.storage.kind === 'disk');
  }

  /**
   * Fault of this worker that ended a run; null when the call or a provider caused the failure. With a fault, the worker claims
   * no more calls until a probe succeeds.
   */
  async faultBehind(error: unknown): Promise<WorkerFault | null> {
    const named = error instanceof ProviderError ? error.workerFault : null;
    if (named === 'decoder' || named === 'speech_engine') return this.fallSick(named, error);
    // One unreadable object does not mean that the storage fails.
    if (named === 'storage') return (await this.isSound('storage')) ? null : this.fallSick('storage', error);
    const isOwn = saysSystemFault(error) || !(await this.isSound('work_folder'));
    return isOwn ? this.fallSick('work_folder', error) : null;
  }

  private fallSick(fault: WorkerFault, cause: unknown): WorkerFault {
    if (!this.faults.has(fault)) {
      this.logger.error({ cause: fault, err: cause }, 'This worker is sick and takes no more work that needs it');
      this.probeAfter(fault, FIRST_PROBE_MS);
    }
    return fault;
  }

  private probeAfter(fault: WorkerFault, waitMs: number): void {
    const timer = setTimeout(() => void this.probe(fault, waitMs), waitMs);
    this.faults.set(fault, timer.unref());
  }

  private async probe(fault: WorkerFault, waitedMs: number): Promise<void> {
    const isSound = await this.isSound(fault);
    if (this.stopped) return;
    if (!isSound) return this.probeAfter(fault, Math.min(MAX_PROBE_MS, waitedMs * 1.5));
    this.faults.delete(fault);
    this.logger.log({ cause: fault }, 'This worker is well again and takes work');
  }

  /** A worker that starts with a fault, or whose disk fills up, must find out without a call. */
  private async findFaults(): Promise<void> {
    this.firstProbe ??= this.isSound('work_folder', (error) => this.fallSick('work_folder', error));
    await this.firstProbe;
    if (!this.faults.has('disk_space')) {
      await this.isSound('disk_space', (error) => this.fallSick('disk_space', error));
    }
  }

  private async isSound(fault: WorkerFault, onFault?: (error: unknown) => void): Promise<boolean> {
    const probes: Readonly<Record<WorkerFault, () => Promise<unknown>>> = {
      work_folder: () => this.writeAndRead(),
      disk_space: () => this.requireRoom(),
      decoder: () => this.decoder.describe(),
      storage: () => this.store.check(),
      speech_engine: () => this.speechToText.check(),
    };
    try {
      await withinTime(probes[fault], PROBE_TIMEOUT_MS);
      return true;
    } catch (error) {
      onFault?.(error);
      return false;
    }
  }

  /** The probe of the work folder handles a disk that cannot be read. */
  private async requireRoom(): Promise<void> {
    if ((await this.disk.level().catch(() => 'ok')) === 'nearly-full') throw new Error(NOTES.disk_space);
  }

  private async writeAndRead(): Promise<void> {
    const path = join(this.workFolder, `${PROBE_PREFIX}${randomUUID()}`);
    const bytes = randomBytes(PROBE_BYTES);
    await mkdir(this.workFolder, { recursive: true });
    const file = await open(path, 'wx+');
    try {
      // Now, since a worker that is stopped during the probe deletes nothing.
      await rm(path, { force: true });
      await file.writeFile(bytes);
      await file.sync();
      const { buffer } = await file.read(Buffer.alloc(PROBE_BYTES), 0, PROBE_BYTES, 0);
      if (!buffer.equals(bytes)) throw new Error('The work folder does not keep what is written');
    } finally {
      await file.close();
    }
  }
}

function saysSystemFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('code' in error && typeof error.code === 'string' && SYSTEM_FAULTS.has(error.code)) return true;
  return saysSystemFault(error.cause);
}
