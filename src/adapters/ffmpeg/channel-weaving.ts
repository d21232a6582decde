// Combines samples of several tracks or channels into one recording.

const BYTES_PER_SAMPLE = 2;
const SILENCE = Buffer.alloc(64 * 1024);

/** Combines two tracks of one channel each into a recording with two channels; the shorter track ends in silence. */
export async function* asTwoChannels(
  first: AsyncIterator<Buffer>,
  second: AsyncIterator<Buffer>,
): AsyncGenerator<Buffer> {
  const lanes = [new Lane(first), new Lane(second)] as const;
  for (;;) {
    for (const lane of lanes) await lane.fill();
    const [left, right] = lanes;
    if (left.isAtEnd && right.isAtEnd) return;
    const samples = Math.min(left.length, right.length);
    const woven = Buffer.allocUnsafe(samples * 2 * BYTES_PER_SAMPLE);
    const [a, b] = [left.take(samples), right.take(samples)];
    for (let i = 0; i < samples; i++) {
      woven.writeInt16LE(a.readInt16LE(i * 2), i * 4);
      woven.writeInt16LE(b.readInt16LE(i * 2), i * 4 + 2);
    }
    yield woven;
  }
}

class Lane {
  readonly #source: AsyncIterator<Buffer>;
  #bytes: Buffer = Buffer.alloc(0);
  isAtEnd = false;

  constructor(source: AsyncIterator<Buffer>) {
    this.#source = source;
  }

  /** Length in samples. */
  get length(): number {
    return this.#bytes.length / BYTES_PER_SAMPLE;
  }

  async fill(): Promise<void> {
    while (this.#bytes.length === 0 && !this.isAtEnd) {
      const next = await this.#source.next();
      if (next.done) this.isAtEnd = true;
      else this.#bytes = next.value;
    }
    if (this.#bytes.length === 0) this.#bytes = SILENCE;
  }

  take(samples: number): Buffer {
    const taken = this.#bytes.subarray(0, samples * BYTES_PER_SAMPLE);
    this.#bytes = this.#bytes.subarray(taken.length);
    return taken;
  }
}

/** Mixes all channels of a recording into one. */
export function mixedDown(bytes: Buffer, channels: number): Buffer {
  if (channels === 1) return bytes;
  const frames = bytes.length / channels / BYTES_PER_SAMPLE;
  const mixed = Buffer.allocUnsafe(frames * BYTES_PER_SAMPLE);
  for (let frame = 0, at = 0; frame < frames; frame++) {
    let sum = 0;
    for (let channel = 0; channel < channels; channel++, at += BYTES_PER_SAMPLE) sum += bytes.readInt16LE(at);
    mixed.writeInt16LE(Math.round(sum / channels), frame * BYTES_PER_SAMPLE);
  }
  return mixed;
}
