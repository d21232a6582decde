// Nest's adapter for Express. Its server creates requests and responses with the prototypes that Express expects.
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { NestApplicationOptions } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Express } from 'express';

/**
 * Express changes the prototypes of every request and response that Node gives it. V8 then forgets what it has learned about
 * such objects, and each later access to them is slow: that was half of the CPU of a short request (decision 20). Here Node
 * makes them with those prototypes already, and Express changes nothing.
 */
export class HttpAdapter extends ExpressAdapter {
  /** Creates the server. Supports only `httpsOptions` of the Nest options that concern the server. */
  override initHttpServer({ httpsOptions }: NestApplicationOptions): void {
    const express = this.getInstance<Express>();
    class ExpressRequest extends IncomingMessage {}
    class ExpressResponse extends ServerResponse<ExpressRequest> {}
    Object.setPrototypeOf(ExpressRequest.prototype, express.request);
    Object.setPrototypeOf(ExpressResponse.prototype, express.response);
    Object.assign(express, { request: ExpressRequest.prototype, response: ExpressResponse.prototype });
    const classes = { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
    this.httpServer = httpsOptions
      ? createTlsServer({ ...httpsOptions, ...classes }, express)
      : createServer(classes, express);
  }
}
