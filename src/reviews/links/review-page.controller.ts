import { Controller, Get, Inject, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Config } from '../../platform/config/config.js';
import { Public } from '../../platform/http/access/access.js';
import type { Page } from '../../platform/http/pages/page.js';
import { reviewPage } from './review-page.js';

/** The page that review links lead to. It is for people, so it has no version prefix and is not in the OpenAPI document. */
@ApiExcludeController()
@Public()
@Controller('app')
export class ReviewPageController {
  private readonly page: Page;

  constructor(@Inject(Config) config: Config) {
    this.page = reviewPage(config);
  }

  @Get()
  open(@Res() response: Response): void {
    response.set({
      'Content-Security-Policy': this.page.contentSecurityPolicy,
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    });
    response.type('text/html; charset=utf-8').send(this.page.html);
  }
}
