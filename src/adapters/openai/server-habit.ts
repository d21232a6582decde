// What is learnt of a server from its answers. Any one answer may be odd: a proxy's error, a model that is still loading, a recording
// that it could not bear. So no single answer decides how the calls that follow are heard, and nothing learnt is final.

/** So many answers in a row must say the same before they overturn what was known. */
export const MIN_SAME_ANSWERS = 3;
/** What the server is no longer asked for is asked for again after this time. */
export const ASK_AGAIN_MS = 3_600_000;

/** A habit of the server, such as to give times: unknown at first. */
export class ServerHabit {
  #known: boolean | null = null;
  #contrary = 0;

  /** Null until the server showed it once, or did not show it in several answers in a row. */
  get known(): boolean | null {
    return this.#known;
  }

  /**
   * Takes in one answer.
   * @returns true when it was the one that decided that the server does not have the habit
   */
  observe(shown: boolean): boolean {
    if (shown === this.#known) {
      this.#contrary = 0;
      return false;
    }
    this.#contrary++;
    const isFirstSight = this.#known === null && shown;
    if (!isFirstSight && this.#contrary < MIN_SAME_ANSWERS) return false;
    this.#known = shown;
    this.#contrary = 0;
    return !shown;
  }
}

/** Something that the server refuses, such as a format, and that is left out for a while where it refused it several times in a row. */
export class ServerRefusal {
  #refused = 0;
  #askAgainAt = 0;

  constructor(private readonly now: () => number) {}

  /** True while the server is not to be asked for it. */
  get holds(): boolean {
    return this.#refused >= MIN_SAME_ANSWERS && this.now() < this.#askAgainAt;
  }

  /** @returns true when it holds from now on, and did not before */
  refused(): boolean {
    this.#refused++;
    this.#askAgainAt = this.now() + ASK_AGAIN_MS;
    return this.#refused === MIN_SAME_ANSWERS;
  }

  /** The server took it. */
  taken(): void {
    this.#refused = 0;
  }
}
