// A track of an MP4: duration of its samples, and gaps in their time stamps.

const MIN_GAP_MS = 10;
/** A sample longer than this many usual ones contains a gap: the time stamps continue without audio. */
const USUAL_SAMPLES = 1.5;
/** Samples that decoders drop: padding of the encoder before the first audio. */
const LOST_SAMPLES = 4;
/** Share of the declared audio to expect when time stamps come from a clock: such recorders declare slightly too much. */
const UNSTEADY_SHARE = 0.98;
const MAX_DURATIONS = 100_000;

export class Mp4Track {
  id = 0;
  kind = '';
  /** Position of the last chunk of its samples in the file. */
  lastChunkAt = 0;
  #scale = 0;
  /** Number of samples by their duration, in the track's units. */
  readonly #durations = new Map<number, number>();
  #edits: readonly { readonly duration: number; readonly isEmpty: boolean }[] = [];
  #defaultDuration = 0;
  #fragmentDuration = 0;
  /** End of the fragments so far; null before the first. */
  #end: number | null = null;
  #fragmentGap = 0;

  /** Reads a table, at most to the end of its body: it may be shorter than it declares. */
  takeTable(type: string, body: Buffer): void {
    if (type === 'tkhd' && body.length >= 24) this.id = body.readUInt32BE(body[0] === 1 ? 20 : 12);
    if (type === 'hdlr' && body.length >= 12 && this.kind === '') this.kind = body.toString('latin1', 8, 12);
    if (type === 'mdhd' && body.length >= 24) this.#scale = body.readUInt32BE(body[0] === 1 ? 20 : 12);
    if (type === 'stts') this.#takeDurations(body);
    if (type === 'elst') this.#takeEdits(body);
    if (type === 'stco') this.#takeChunks(body, 4);
    if (type === 'co64') this.#takeChunks(body, 8);
  }

  takeDefaults(body: Buffer): void {
    if (body.length >= 16) this.#defaultDuration = body.readUInt32BE(12);
  }

  beginFragment(body: Buffer): void {
    const flags = body.readUIntBE(1, 3);
    const at = 8 + ((flags & 1) === 0 ? 0 : 8) + ((flags & 2) === 0 ? 0 : 4);
    const hasDuration = (flags & 8) !== 0 && body.length >= at + 4;
    this.#fragmentDuration = hasDuration ? body.readUInt32BE(at) : this.#defaultDuration;
  }

  takeTime(body: Buffer): void {
    const isLong = body[0] === 1 && body.length >= 12;
    const start = isLong ? Number(body.readBigUInt64BE(4)) : body.readUInt32BE(4);
    if (this.#end !== null && start > this.#end) this.#fragmentGap += this.#gapOf(start - this.#end);
    this.#end = start;
  }

  takeRun(body: Buffer): void {
    const flags = body.readUIntBE(1, 3);
    const count = body.readUInt32BE(4);
    const first = 8 + ((flags & 1) === 0 ? 0 : 4) + ((flags & 4) === 0 ? 0 : 4);
    const columns = [0x100, 0x200, 0x400, 0x800].filter((flag) => (flags & flag) !== 0).length;
    if ((flags & 0x100) === 0) this.#add(this.#fragmentDuration, count);
    else
      for (let row = 0, at = first; row < count && at + 4 <= body.length; row++, at += columns * 4) {
        this.#add(body.readUInt32BE(at), 1);
      }
  }

  /** Computes the expected audio and the gaps, in milliseconds; null when the tables do not tell them. */
  reckon(movieScale: number): { promisedMs: number | null; gapMs: number | null } {
    if (this.#scale === 0 || this.#durations.size === 0) return { promisedMs: null, gapMs: null };
    const usual = [...this.#durations].reduce((most, row) => (row[1] > most[1] ? row : most))[0];
    let [sound, gap, odd] = [0, this.#fragmentGap, 0];
    for (const [duration, count] of this.#durations) {
      const isGap = duration > usual * USUAL_SAMPLES;
      sound += Math.min(duration, usual) * count;
      if (isGap) gap += (duration - usual) * count;
      else if (duration > usual) odd += count;
    }
    const isSteady = odd <= 1;
    const surest = isSteady ? sound - LOST_SAMPLES * usual : sound * UNSTEADY_SHARE - LOST_SAMPLES * usual;
    const soundMs = Math.max(0, (surest * 1000) / this.#scale);
    const edits =
      movieScale === 0 ? [] : this.#edits.map((edit) => ({ ...edit, ms: (edit.duration * 1000) / movieScale }));
    const shownMs = sum(edits.filter(({ isEmpty }) => !isEmpty));
    // A gap before the first audio does not count: times begin there.
    const emptyMs = sum(edits.slice(1).filter(({ isEmpty }) => isEmpty));
    const gapMs = (gap * 1000) / this.#scale + emptyMs;
    return { promisedMs: shownMs > 0 ? Math.min(soundMs, shownMs) : soundMs, gapMs: isSteady ? gapMs : null };
  }

  #takeDurations(body: Buffer): void {
    const count = body.readUInt32BE(4);
    for (let row = 0, at = 8; row < count && at + 8 <= body.length; row++, at += 8) {
      const samples = body.readUInt32BE(at);
      this.#add(body.readUInt32BE(at + 4), samples);
    }
  }

  #takeEdits(body: Buffer): void {
    const isLong = body[0] === 1;
    const rowBytes = isLong ? 20 : 12;
    const count = Math.min(body.readUInt32BE(4), Math.floor((body.length - 8) / rowBytes), 1000);
    this.#edits = Array.from({ length: count }, (_, row) => {
      const at = 8 + row * rowBytes;
      const duration = isLong ? Number(body.readBigUInt64BE(at)) : body.readUInt32BE(at);
      const mediaTime = isLong ? Number(body.readBigInt64BE(at + 8)) : body.readInt32BE(at + 4);
      return { duration, isEmpty: mediaTime < 0 };
    });
  }

  #takeChunks(body: Buffer, width: 4 | 8): void {
    const count = Math.min(body.readUInt32BE(4), Math.floor((body.length - 8) / width));
    for (let row = 0; row < count; row++) {
      const at = 8 + row * width;
      const offset = width === 8 ? Number(body.readBigUInt64BE(at)) : body.readUInt32BE(at);
      if (offset > this.lastChunkAt) this.lastChunkAt = offset;
    }
  }

  /** Counts samples by duration. Beyond a limit further durations count as one: a file may give each sample its own. */
  #add(duration: number, samples: number): void {
    const key = this.#durations.has(duration) || this.#durations.size < MAX_DURATIONS ? duration : 0;
    this.#durations.set(key, (this.#durations.get(key) ?? 0) + samples);
    if (this.#end !== null) this.#end += duration * samples;
  }

  #gapOf(units: number): number {
    return this.#scale > 0 && (units * 1000) / this.#scale > MIN_GAP_MS ? units : 0;
  }
}

function sum(edits: readonly { readonly ms: number }[]): number {
  return edits.reduce((total, { ms }) => total + ms, 0);
}
