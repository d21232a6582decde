import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { notFound } from '../platform/errors/api-error.js';
import { ForCaller } from '../platform/http/access/access.js';
import { type Caller, CurrentCaller, type ServiceRequest } from '../platform/http/access/caller.js';
import { Refuses } from '../platform/http/openapi/refuses.js';
import { UuidParam } from '../platform/http/validation/fields.js';
import { type AnalysisEvent, AnalysisEvents, FINAL_EVENT_ID } from './analysis-events.service.js';

/** Keeps proxies from closing a connection on which nothing else happens. */
const HEARTBEAT_MS = 15_000;
/** A client that takes nothing in for so long is gone; events are few, so this is far above what one needs. */
const MOST_UNSENT_BYTES = 1_048_576;
const RECONNECT_MS = 1_000;
const STREAM_TYPE = 'text/event-stream; charset=utf-8';

const EXAMPLE = `id: 433
event: progress
data: {"stage":"transcribing","percent":43}

id: ${FINAL_EVENT_ID}
event: completed
data: {"id":"6f0f3f6f-0b52-4a53-9d0f-5f0c8a1e3b7d","object":"analysis","status":"completed"}

`;

@ApiTags('Analyses')
@Controller('analysis')
export class AnalysisEventsController {
  constructor(private readonly events: AnalysisEvents) {}

  @Get(':id/events')
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'streamAnalysisEvents',
    summary: 'Follow an analysis as it happens',
    description:
      'Server-sent events: `progress` with `stage` and `percent`, then one `completed` or `failed` with the whole ' +
      'Analysis, and the stream ends. An analysis that is final already is told at once. Percent never falls, and ' +
      'nothing that was seen comes again: a client that reconnects sends the id of its last event.',
  })
  @ApiHeader({
    name: 'Last-Event-ID',
    required: false,
    description: 'Id of the last event that was seen; browsers send it by themselves when they reconnect.',
    schema: { type: 'string' },
    example: '433',
  })
  @ApiOkResponse({
    description: 'The stream of events.',
    content: { 'text/event-stream': { schema: { type: 'string' }, example: EXAMPLE } },
  })
  @ApiNoContentResponse({ description: 'The last event was seen already; there is no reason to reconnect.' })
  @Refuses(notFound('Analysis'))
  async stream(
    @CurrentCaller() caller: Caller,
    @UuidParam('id') id: string,
    @Req() request: ServiceRequest,
    @Res() response: Response,
  ): Promise<void> {
    const after = lastEventId(request);
    await this.events.checkExists(caller.accountId, id);
    if (after >= FINAL_EVENT_ID) {
      response.status(204).end();
      return;
    }
    if (request.method === 'HEAD') {
      response.type(STREAM_TYPE).end();
      return;
    }
    const stop = this.events.listen(caller.accountId, id, after, {
      tell: (event) => send(response, eventText(event)),
      end: () => response.end(),
    });
    open(response);
    const heartbeat = setInterval(() => send(response, ':\n\n'), HEARTBEAT_MS);
    const leave = () => {
      clearInterval(heartbeat);
      stop();
    };
    response.once('close', leave);
    if (response.destroyed) leave();
  }
}

/** -1 when none was seen. Ids that are not ours count as none. */
function lastEventId({ headers }: ServiceRequest): number {
  const given = headers['last-event-id'];
  const id = typeof given === 'string' && /^\d{1,4}$/.test(given) ? Number(given) : -1;
  return id > FINAL_EVENT_ID ? -1 : id;
}

function open(response: Response): void {
  response.status(200);
  response.type(STREAM_TYPE);
  // Proxies would collect it; and a connection that has ended holds no shutdown up.
  response.setHeader('X-Accel-Buffering', 'no');
  response.setHeader('Connection', 'close');
  response.flushHeaders();
  send(response, `retry: ${RECONNECT_MS}\n\n`);
}

function send(response: Response, text: string): void {
  if (response.writableEnded || response.destroyed) return;
  if (response.writableLength > MOST_UNSENT_BYTES) response.destroy();
  else response.write(text);
}

function eventText({ id, event, data }: AnalysisEvent): string {
  const lines = data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return `id: ${id}\nevent: ${event}\n${lines.join('')}\n`;
}
