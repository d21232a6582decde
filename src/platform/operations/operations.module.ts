// Metrics and readiness for every process; the pages that show them for those that serve HTTP.
import { Global, Module } from '@nestjs/common';
import { HealthController } from '../http/health.controller.js';
import { Metrics } from './metrics.js';
import { MetricsServer } from './metrics-server.js';
import { ReadinessChecks } from './readiness-checks.js';

@Global()
@Module({
  controllers: [HealthController],
  providers: [Metrics, MetricsServer, ReadinessChecks],
  exports: [Metrics, ReadinessChecks],
})
export class OperationsModule {}
