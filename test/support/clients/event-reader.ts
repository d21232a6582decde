// Reads a stream of server-sent events.

interface ReceivedEvent {
  readonly id: string;
  readonly event: string;
  readonly data: string;
}

export class EventReader {
  readonly events: ReceivedEvent[] = [];
  comments = 0;
  private readonly reader: ReadableStreamDefaultReader<Uint8Array> | undefined;
  private readonly decoder = new TextDecoder();
  private unread = '';

  private constructor(
    readonly response: Response,
    private readonly abort: AbortController,
  ) {
    this.reader = response.status === 200 ? response.body?.getReader() : undefined;
  }

  static async open(url: string, init: RequestInit, abort: AbortController): Promise<EventReader> {
    return new EventReader(await fetch(url, init), abort);
  }

  text(): Promise<string> {
    return this.response.text();
  }

  /** Reads until an event matches. */
  async until(matches: (event: ReceivedEvent) => boolean): Promise<void> {
    while (!this.events.some(matches)) if (!(await this.read())) throw new Error('The stream ended before the event');
  }

  async untilComment(): Promise<void> {
    while (this.comments === 0) if (!(await this.read())) throw new Error('The stream ended before a comment');
  }

  /** Reads to the end. @throws when the connection is cut before the stream has ended */
  async end(): Promise<void> {
    while (await this.read());
  }

  leave(): void {
    this.abort.abort();
  }

  private async read(): Promise<boolean> {
    const chunk = await this.reader?.read();
    if (!chunk || chunk.done) return false;
    this.unread += this.decoder.decode(chunk.value, { stream: true });
    const blocks = this.unread.split('\n\n');
    this.unread = blocks.pop() ?? '';
    for (const block of blocks) {
      if (block.startsWith(':')) this.comments += 1;
      const fields = new Map(
        block.split('\n').map((line): [string, string] => {
          const colon = line.indexOf(': ');
          return [line.slice(0, colon), line.slice(colon + 2)];
        }),
      );
      const [id, event, data] = [fields.get('id'), fields.get('event'), fields.get('data')];
      if (id !== undefined && event !== undefined && data !== undefined) this.events.push({ id, event, data });
    }
    return true;
  }
}
