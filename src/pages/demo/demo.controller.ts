import { Controller, Get, NotFoundException, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { theService } from '../../platform/audit/record-audit.js';
import { Config } from '../../platform/config/config.js';
import { notFound } from '../../platform/errors/api-error.js';
import { Public } from '../../platform/http/access/access.js';
import { Reports, sendReport } from '../call-page/reports.js';
import { DemoCalls } from './demo-calls.js';
import { demoPage } from './demo-page.js';

/** Sample calls that anyone may read, where DEMO asks for them. They are not in the OpenAPI document. */
@ApiExcludeController()
@Public()
@Controller('demo')
export class DemoController {
  constructor(
    private readonly calls: DemoCalls,
    private readonly reports: Reports,
    private readonly config: Config,
  ) {}

  @Get()
  async list(@Res() response: Response): Promise<void> {
    this.refuseUnlessAsked();
    const { html, contentSecurityPolicy, refreshSeconds } = demoPage(await this.calls.find());
    response.set({ 'Content-Security-Policy': contentSecurityPolicy, 'Cache-Control': 'no-store' });
    if (refreshSeconds !== null) response.setHeader('Refresh', String(refreshSeconds));
    response.type('text/html; charset=utf-8').send(html);
  }

  @Get(':name')
  async open(@Param('name') name: string, @Res() response: Response): Promise<void> {
    this.refuseUnlessAsked();
    const call = (await this.calls.find()).find((stored) => stored.name === name);
    if (!call) throw notFound('Demo call');
    await sendReport(response, await this.reports.make(theService(call), call.id, false));
  }

  private refuseUnlessAsked(): void {
    if (!this.config.http.demo) throw new NotFoundException();
  }
}
