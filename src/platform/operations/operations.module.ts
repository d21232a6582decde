import { Global, Module } from '@nestjs/common';
import { DiskSpace } from './disk-space.js';
import { Metrics } from './metrics/metrics.js';
import { MetricsServer } from './metrics/metrics-server.js';
import { ReadinessChecks } from './readiness-checks.js';

@Global()
@Module({
  providers: [DiskSpace, Metrics, MetricsServer, ReadinessChecks],
  exports: [DiskSpace, Metrics, ReadinessChecks],
})
export class OperationsModule {}
