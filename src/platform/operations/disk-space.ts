// Free space on the disk of DATA_DIR. Recordings are decoded there, and stored there when there is no bucket.
import { statfs } from 'node:fs/promises';
import { Inject, Injectable } from '@nestjs/common';
import { withinTime } from '../concurrency/within-time.js';
import { Config } from '../config/config.js';

const READ_TIMEOUT_MS = 2_000;
const GIB = 1024 ** 3;

export interface DiskReading {
  /** Free space for a process without root rights. */
  readonly freeBytes: number;
  readonly sizeBytes: number;
}

export type DiskLevel = 'ok' | 'low' | 'nearly-full';

/** A tenth of the disk, or 5 GiB on a large one. */
export const lowBytes = ({ sizeBytes }: DiskReading): number => Math.min(sizeBytes / 10, 5 * GIB);
/** A fiftieth of the disk, or 1 GiB on a large one. Processing an hour of two channels needs 230 MB. */
export const nearlyFullBytes = ({ sizeBytes }: DiskReading): number => Math.min(sizeBytes / 50, GIB);

@Injectable()
export class DiskSpace {
  constructor(@Inject(Config) private readonly config: Config) {}

  /** Rejects when the disk cannot be read, or not within 2 s. */
  read(): Promise<DiskReading> {
    return withinTime(async () => {
      const { bsize, bavail, blocks } = await statfs(this.config.dataDir);
      return { freeBytes: bsize * bavail, sizeBytes: bsize * blocks };
    }, READ_TIMEOUT_MS);
  }

  /** Rejects like `read`. */
  async level(): Promise<DiskLevel> {
    const reading = await this.read();
    if (reading.freeBytes < nearlyFullBytes(reading)) return 'nearly-full';
    return reading.freeBytes < lowBytes(reading) ? 'low' : 'ok';
  }
}
