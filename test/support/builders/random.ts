// Whole numbers and choices drawn at random, the same in every run.
import { randomFrom } from '../audio/audio-fixtures.js';

export class Random {
  private readonly next: () => number;

  constructor(seed: number) {
    this.next = randomFrom(seed);
  }

  /** From 0 up to, and without, the limit. */
  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  of<Value>(values: readonly Value[]): Value {
    const value = values[this.below(values.length)];
    if (value === undefined) throw new Error('There is nothing to draw from');
    return value;
  }
}
