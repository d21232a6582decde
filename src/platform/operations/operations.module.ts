import { Global, Module } from '@nestjs/common';
import { Metrics } from './metrics.js';
import { MetricsServer } from './metrics-server.js';
import { ReadinessChecks } from './readiness-checks.js';

@Global()
@Module({
  providers: [Metrics, MetricsServer, ReadinessChecks],
  exports: [Metrics, ReadinessChecks],
})
export class OperationsModule {}
