// Tells operators how full the disk of DATA_DIR is, by readiness and metrics. A worker stops taking calls by itself: see
// WorkerHealth.
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { DiskSpace } from './disk-space.js';
import { Metrics } from './metrics/metrics.js';
import { addPolledGauges } from './metrics/polled-gauges.js';
import { CheckNote, ReadinessChecks } from './readiness-checks.js';

@Injectable()
export class DiskCheck implements OnModuleInit {
  constructor(
    private readonly disk: DiskSpace,
    private readonly readiness: ReadinessChecks,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): void {
    addPolledGauges(
      this.metrics,
      {
        data_dir_free_bytes: 'Bytes that are left on the disk of DATA_DIR.',
        data_dir_size_bytes: 'Bytes that the disk of DATA_DIR holds.',
      },
      async () => {
        const { freeBytes, sizeBytes } = await this.disk.read();
        return { data_dir_free_bytes: freeBytes, data_dir_size_bytes: sizeBytes };
      },
    );
    this.readiness.add(
      'disk',
      async () => {
        const level = await this.disk.level();
        if (level === 'low') throw new CheckNote('The disk of DATA_DIR has little room left.');
        if (level === 'nearly-full') throw new CheckNote('The disk of DATA_DIR is nearly full.');
      },
      { required: false },
    );
  }
}
