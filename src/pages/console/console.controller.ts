import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { Response } from 'express';
import { Config } from '../../platform/config/config.js';
import { notFound } from '../../platform/errors/api-error.js';
import { Public } from '../../platform/http/access/access.js';
import { BuiltConsole } from './console-files.js';
import { ConsolePage } from './console-page.js';

const YEAR_SECONDS = 31_536_000;

/** The console: one page at each of its addresses, and the files that it loads. It is a client of the API like any other. */
@ApiExcludeController()
@Public()
@Controller('app')
export class ConsoleController {
  /** Null where the console is switched off. */
  private readonly built: BuiltConsole | null;
  private readonly page: ConsolePage;

  constructor(@Inject(Config) config: Config) {
    this.built = config.console.enabled ? new BuiltConsole() : null;
    this.page = new ConsolePage(config);
  }

  @Get()
  open(@Res() response: Response): void {
    this.sendPage(response);
  }

  @Get('assets/:name')
  asset(@Param('name') name: string, @Res() response: Response): void {
    const asset = this.built?.latest()?.assets.get(name);
    if (!asset) throw notFound('File');
    response.set({
      'Content-Type': asset.type,
      'Cache-Control': `public, max-age=${YEAR_SECONDS}, immutable`,
      ETag: asset.etag,
      Vary: 'Accept-Encoding',
    });
    if (response.req.fresh) {
      response.status(304).end();
      return;
    }
    if (asset.brotli === null) {
      sendPart(response, asset.bytes);
      return;
    }
    const isBrotli = response.req.acceptsEncodings('br', 'identity') === 'br';
    if (isBrotli) response.set('Content-Encoding', 'br');
    response.send(isBrotli ? asset.brotli : asset.bytes);
  }

  @Get('*path')
  openAt(@Res() response: Response): void {
    this.sendPage(response);
  }

  private sendPage(response: Response): void {
    const files = this.built?.latest() ?? null;
    if (files === null) throw notFound('Console');
    response.set({
      'Content-Security-Policy': this.page.contentSecurityPolicy,
      'Referrer-Policy': 'no-referrer',
      'Cache-Control': 'no-store',
    });
    response.type('text/html; charset=utf-8').send(this.page.html(response.req.path, files));
  }
}

/** The whole, or the first range that is asked for: browsers move within a sound by ranges. */
function sendPart(response: Response, bytes: Buffer): void {
  const ranges = response.req.range(bytes.length);
  const range = Array.isArray(ranges) ? ranges[0] : undefined;
  response.set('Accept-Ranges', 'bytes');
  if (range === undefined) {
    response.send(bytes);
    return;
  }
  const { start, end } = range;
  response.status(206).set('Content-Range', `bytes ${start}-${end}/${bytes.length}`);
  response.send(bytes.subarray(start, end + 1));
}
