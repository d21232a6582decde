// Learns properties of a server from its responses. A single response may be an exception: a proxy's error, a model that is still
// loading, a recording that it could not process. So no single response decides how further calls are transcribed, and nothing
// learnt is final.

/** Number of consistent responses in a row that change what was known. */
export const MIN_SAME_ANSWERS = 3;
/** Time after which a refused request is tried again. */
export const ASK_AGAIN_MS = 3_600_000;

/** A property of the server, such as giving times: unknown at first. */
export class ServerHabit {
  #known: boolean | null = null;
  #contrary = 0;

  /** Null until the server showed it once, or did not show it in several responses in a row. */
  get known(): boolean | null {
    return this.#known;
  }

  /** Takes in one response. */
  observe(shown: boolean): void {
    this.#contrary = shown === this.#known ? 0 : this.#contrary + 1;
    const isFirstSight = this.#known === null && shown;
    if (!isFirstSight && this.#contrary < MIN_SAME_ANSWERS) return;
    this.#known = shown;
    this.#contrary = 0;
  }
}

/**
 * Something that the server refuses, such as a format. A refusal applies to its call; the next call tries again, until several
 * calls were refused, or the server itself named what it does not support. Then it applies for an hour.
 */
export class ServerRefusal {
  #refused = 0;
  #holds = false;
  #askAgainAt = 0;

  constructor(private readonly now: () => number) {}

  /** True while the server must not be asked for it. */
  get holds(): boolean {
    return this.#holds && this.now() < this.#askAgainAt;
  }

  /** True while it applies to further calls too. */
  get isSure(): boolean {
    return this.holds && this.#refused >= MIN_SAME_ANSWERS;
  }

  /** @param isExplicit the response names what is refused */
  refused(isExplicit: boolean): void {
    // Requests that were under way together met the same trouble.
    if (!this.holds) this.#refused++;
    if (isExplicit) this.#refused = MIN_SAME_ANSWERS;
    this.#holds = true;
    this.#askAgainAt = this.now() + ASK_AGAIN_MS;
  }

  /** Records that the server accepted it. */
  taken(): void {
    this.#refused = 0;
    this.#holds = false;
  }

  /** Call at the beginning of another call. */
  askAgain(): void {
    if (!this.isSure) this.#holds = false;
  }
}
