// Liveness, readiness and metrics, for whatever watches over the process.
import { Controller, Get, Header, HttpCode, Inject, NotFoundException, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Config } from '../config/config.js';
import { Metrics } from '../operations/metrics.js';
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

  /** The process answers. */
  @Get('health/live')
  @HttpCode(200)
  live() {
    return { status: 'ok' };
  }

  /** Everything it needs answers too: 200, else 503. */
  @Get('health/ready')
  async ready(@Res({ passthrough: true }) response: Response) {
    const { ready, checks } = await this.readiness.run();
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
