// The events of one analysis, over as many connections as it takes.
import { answerError, type CallAnalysisError, connectionError } from '../error.js';
import { parseJson, textOf } from '../http/answer.js';
import type { Incoming } from '../http/messages.js';
import { at } from '../http/path.js';
import { wait, waitBeforeRetry } from '../http/retry.js';
import type { Failure, Sender } from '../http/sender.js';
import type { AnalysisStreamEvent } from '../models.generated.js';
import type { RequestOptions } from '../settings.js';
import { EventParser } from './event-parser.js';

/** Connections in a row that give no event. */
const MAX_FRUITLESS = 3;

/** A newer service may send others. */
const EVENTS: ReadonlySet<string> = new Set<AnalysisStreamEvent['event']>(['progress', 'completed', 'failed']);

/**
 * Yields the events until the analysis is final; ends early when the service has none to give.
 * @throws CallAnalysisError of three fruitless connections in a row, or of a refusal that a repetition does not change
 */
export async function* follow(
  sender: Sender,
  id: string,
  options: RequestOptions,
): AsyncGenerator<AnalysisStreamEvent, void, undefined> {
  const stream = new AnalysisStream(sender, at`/analysis/${id}/events`, options);
  for (let fruitless = 0; ; ) {
    const failure = yield* stream.connect();
    if (failure === null) return;
    fruitless = stream.takeFruit() ? 0 : fruitless + 1;
    const ms = waitBeforeRetry(failure.retryAfter, Math.max(0, fruitless - 1));
    if (!failure.error.retryable || fruitless >= MAX_FRUITLESS || ms === null) throw failure.error;
    await wait(ms, options.signal);
  }
}

class AnalysisStream {
  private lastId = '';
  private hasFruit = false;

  constructor(
    private readonly sender: Sender,
    private readonly path: string,
    private readonly options: RequestOptions,
  ) {}

  /** True when events came since it was asked last. */
  takeFruit(): boolean {
    const { hasFruit } = this;
    this.hasFruit = false;
    return hasFruit;
  }

  /** One connection. @returns why it ended; null when there is nothing more to come */
  async *connect(): AsyncGenerator<AnalysisStreamEvent, Failure | null, undefined> {
    const headers = { accept: 'text/event-stream', ...(this.lastId !== '' && { 'last-event-id': this.lastId }) };
    const opened = await this.sender.stream({ method: 'GET', path: this.path, headers }, this.options);
    if ('error' in opened) return opened;
    if (opened.status === 204) {
      await textOf(opened.chunks);
      return null;
    }
    if (!opened.headers['content-type']?.startsWith('text/event-stream')) {
      opened.drop();
      return failed(answerError('The service answered with something that is no stream of events.'));
    }
    try {
      for await (const event of this.eventsOf(opened)) {
        yield event;
        if (event.event !== 'progress') return null;
      }
    } catch (error) {
      if (isRetryable(error)) return failed(error);
      throw error;
    }
    return failed(connectionError('The stream of events ended before the analysis was final.'));
  }

  private async *eventsOf({ chunks }: Incoming): AsyncGenerator<AnalysisStreamEvent, void, undefined> {
    const parser = new EventParser();
    for await (const chunk of chunks)
      for (const { event, data, id } of parser.push(chunk)) {
        if (id !== '') this.lastId = id;
        this.hasFruit = true;
        if (!EVENTS.has(event)) continue;
        yield { id, event, data: dataOf(data) } as AnalysisStreamEvent;
      }
  }
}

function dataOf(data: string): unknown {
  try {
    return parseJson(data);
  } catch (error) {
    throw answerError('The service sent an event whose data is no JSON.', error);
  }
}

const failed = (error: CallAnalysisError): Failure => ({ error, retryAfter: null });

const isRetryable = (error: unknown): error is CallAnalysisError =>
  error instanceof Error && 'retryable' in error && error.retryable === true;
