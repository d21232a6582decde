// GET /analysis/{id}/events: the progress of one analysis as server-sent events.
import { Controller, Get, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiNoContentResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { Response } from 'express';
import { notFound } from '../../platform/errors/api-error.js';
import { ForCaller } from '../../platform/http/access/access.js';
import { type Caller, CurrentCaller, type ServiceRequest } from '../../platform/http/access/caller.js';
import { Refuses } from '../../platform/http/openapi/refuses.js';
import { UuidParam } from '../../platform/http/validation/path-ids.js';
import { examplesOf } from '../analysis-examples.js';
import { reference } from '../results/analysis-references.js';
import { type AnalysisEvent, AnalysisEvents, FINAL_EVENT_ID } from './analysis-events.service.js';

/** Proxies close connections on which nothing is sent. */
const HEARTBEAT_INTERVAL_MS = 15_000;
/** The service disconnects a client that leaves this much unread. Events are few and small: a live client never comes near it. */
const MAX_UNSENT_BYTES = 1_048_576;
/** Sent as `retry:`: how long a client waits before it reconnects. */
const RECONNECT_DELAY_MS = 1_000;
const STREAM_TYPE = 'text/event-stream; charset=utf-8';

/** Text on the wire. `contentSchema` is of JSON Schema; the types of the library do not know it. */
const STREAM = Object.assign(
  { type: 'string' },
  { contentMediaType: 'text/event-stream', contentSchema: reference('AnalysisStreamEvent') },
);

@ApiTags('Analyses')
@Controller('analysis')
export class AnalysisEventsController {
  constructor(private readonly events: AnalysisEvents) {}

  @Get(':id/events')
  @ForCaller('analysis:read')
  @ApiOperation({
    operationId: 'streamAnalysisEvents',
    summary: 'Stream the progress of an analysis',
    description:
      'Server-sent events: `progress` with `stage` and `percent`, then one `completed` or `failed` with the ' +
      'whole Analysis, and the stream ends. For a final analysis that event is sent immediately. The percentage ' +
      'never decreases, and no event is repeated: a client that reconnects sends the id of its last event. A ' +
      'stream ends within 5 seconds when its credential expires or is revoked. An account may have 100 streams ' +
      'open; another one is refused with 429.',
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
    content: { 'text/event-stream': { schema: STREAM, examples: examplesOf('events') } },
  })
  @ApiNoContentResponse({ description: 'The last event was seen already; there is no reason to reconnect.' })
  @Refuses(notFound('Analysis'))
  async stream(
    @CurrentCaller() caller: Caller,
    @UuidParam('id') id: string,
    @Req() request: ServiceRequest,
    @Res() response: Response,
  ): Promise<void> {
    const lastSeen = lastEventId(request);
    const sawEnd = lastSeen >= FINAL_EVENT_ID;
    if ((await this.events.isFinal(caller.accountId, id)) && sawEnd) {
      response.status(204).end();
      return;
    }
    // The end that the client saw was a failure, and the analysis has been started again: its events start over.
    const after = sawEnd ? -1 : lastSeen;
    if (request.method === 'HEAD') {
      response.type(STREAM_TYPE).end();
      return;
    }
    const stop = this.events.listen(caller.accountId, id, after, {
      send: (event) => send(response, eventText(event)),
      end: () => response.end(),
      isAllowed: () => caller.isGood(),
    });
    openStream(response);
    const heartbeat = setInterval(() => send(response, ':\n\n'), HEARTBEAT_INTERVAL_MS);
    const cleanUp = () => {
      clearInterval(heartbeat);
      stop();
    };
    response.once('close', cleanUp);
    // A client may disconnect before the listener above is added; it then never sees 'close'.
    if (response.destroyed) cleanUp();
  }
}

/** Id of the newest event that the client has. -1 when the header is missing or is not an id that this service sends. */
function lastEventId({ headers }: ServiceRequest): number {
  const given = headers['last-event-id'];
  const id = typeof given === 'string' && /^\d{1,4}$/.test(given) ? Number(given) : -1;
  return id > FINAL_EVENT_ID ? -1 : id;
}

function openStream(response: Response): void {
  response.status(200);
  response.type(STREAM_TYPE);
  // Without this header nginx collects the stream before it passes it on.
  response.setHeader('X-Accel-Buffering', 'no');
  // A kept connection would delay the shutdown after its stream has ended.
  response.setHeader('Connection', 'close');
  response.flushHeaders();
  send(response, `retry: ${RECONNECT_DELAY_MS}\n\n`);
}

function send(response: Response, text: string): void {
  if (response.writableEnded || response.destroyed) return;
  if (response.writableLength > MAX_UNSENT_BYTES) response.destroy();
  else response.write(text);
}

function eventText({ id, event, data }: AnalysisEvent): string {
  const lines = data.split(/\r\n|\r|\n/).map((line) => `data: ${line}\n`);
  return `id: ${id}\nevent: ${event}\n${lines.join('')}\n`;
}
