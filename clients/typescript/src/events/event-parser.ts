/** An event as the stream gives it. */
export interface ParsedEvent {
  readonly event: string;
  readonly data: string;
  /** The last id that the stream gave, with this event or before it; empty without one. */
  readonly id: string;
}

/** Parses a stream of server-sent events, however it is split (HTML Living Standard, section 9.2.6). */
export class EventParser {
  /** It drops a byte order mark. */
  private readonly decoder = new TextDecoder();
  private rest = '';
  /** How much of the rest holds no end of a line. */
  private searched = 0;
  /** The last chunk ended with a CR: an LF that follows belongs to it. */
  private isAfterCr = false;
  private event = '';
  private data: string[] = [];
  private id = '';

  /** @returns the events that the chunk completes */
  push(chunk: Uint8Array): ParsedEvent[] {
    const text = this.decoder.decode(chunk, { stream: true });
    if (text === '') return [];
    this.rest += this.isAfterCr && text.startsWith('\n') ? text.slice(1) : text;
    this.isAfterCr = text.endsWith('\r');
    return this.lines().flatMap((line) => (line === '' ? this.dispatch() : this.readField(line)));
  }

  private lines(): string[] {
    const lines: string[] = [];
    const ends = /\r\n|\n|\r/g;
    ends.lastIndex = this.searched;
    let start = 0;
    for (let end = ends.exec(this.rest); end !== null; end = ends.exec(this.rest)) {
      lines.push(this.rest.slice(start, end.index));
      start = ends.lastIndex;
    }
    this.rest = this.rest.slice(start);
    this.searched = this.rest.length;
    return lines;
  }

  private readField(line: string): [] {
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    // A line without a name is a comment, such as a heartbeat.
    if (name === 'event') this.event = value;
    else if (name === 'data') this.data.push(value);
    else if (name === 'id' && !value.includes('\0')) this.id = value;
    return [];
  }

  private dispatch(): ParsedEvent[] {
    const { event, data, id } = this;
    this.event = '';
    this.data = [];
    return data.length === 0 ? [] : [{ event: event || 'message', data: data.join('\n'), id }];
  }
}
