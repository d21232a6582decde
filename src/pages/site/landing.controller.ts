import { Controller, Get, Inject, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Config } from '../../platform/config/config.js';
import { Public } from '../../platform/http/access/access.js';
import type { ServiceRequest } from '../../platform/http/access/caller.js';
import { sendJson } from '../../platform/http/body/send-text.js';
import type { Page } from '../../platform/http/pages/page.js';
import { landingPage, serviceLinks } from './landing-page.js';

/**
 * Says what this service is: a page for people, links for programs. It has no version prefix and is not in the OpenAPI
 * document.
 */
@ApiExcludeController()
@Public()
@Controller()
export class LandingController {
  private readonly page: Page;
  private readonly links: string;

  constructor(@Inject(Config) config: Config) {
    this.page = landingPage(config);
    this.links = JSON.stringify(serviceLinks(config));
  }

  /** HTML unless the client prefers JSON. */
  @Get()
  land(@Req() request: ServiceRequest, @Res() response: Response): void {
    response.setHeader('Vary', 'Accept');
    response.setHeader('Cache-Control', 'public, max-age=300');
    if (request.accepts(['html', 'json']) === 'json') {
      sendJson(response, this.links);
      return;
    }
    response.setHeader('Content-Security-Policy', this.page.contentSecurityPolicy);
    response.type('text/html; charset=utf-8').send(this.page.html);
  }
}
