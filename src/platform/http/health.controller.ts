// Liveness, readiness and metrics, for orchestrators, load balancers and Prometheus.
import { Controller, Get, Header, HttpCode, Inject, NotFoundException, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Config } from '../config/config.js';
import { Metrics } from '../operations/metrics/metrics.js';
import { ReadinessChecks } from '../operations/readiness-checks.js';
import { Public } from './access/access.js';

@ApiExcludeController()
@Public()
@Controller()
export class HealthController {
  constructor(
    @Inject(Config) private readonly config: Config,
    @Inject(ReadinessChecks) private readonly readiness: ReadinessChecks,
    @Inject(Metrics) private readonly metrics: Metrics,
  ) {}

  /** 200 while the process answers at all. */
  @Get('health/live')
  @HttpCode(200)
  live() {
    return { status: 'ok' };
  }

  /** 200 while every required check passes, else 503. Up to a second old. */
  @Get('health/ready')
  async ready(@Res({ passthrough: true }) response: Response) {
    const { ready, checks } = await this.readiness.recent();
    response.status(ready ? 200 : 503);
    return { status: ready ? 'ok' : 'unavailable', checks };
  }

  @Get('metrics')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  async scrape(): Promise<string> {
    if (this.config.http.metricsPort !== null) throw new NotFoundException();
    return this.metrics.registry.metrics();
  }
}
