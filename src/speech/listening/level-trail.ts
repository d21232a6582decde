// The level of every frame of a channel, one byte each: 3.6 MB for ten hours. Once all sound is read, channels are compared by
// it.
const FIRST_FRAMES = 4096;

export class LevelTrail {
  #levels = new Uint8Array(FIRST_FRAMES);
  #count = 0;

  push(level: number): void {
    if (this.#count === this.#levels.length) {
      const grown = new Uint8Array(this.#levels.length * 2);
      grown.set(this.#levels);
      this.#levels = grown;
    }
    this.#levels[this.#count++] = level;
  }

  /** A view of the levels so far, as in `frame-levels.ts`. */
  levels(): Uint8Array {
    return this.#levels.subarray(0, this.#count);
  }
}
