// What is learnt of a server from its responses. Any one response may be odd: a proxy's error, a model that is still loading, a
// recording that it could not bear. So no single answer decides how the calls that follow are heard, and nothing learnt is
// final.

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
 * Something that the server refuses, such as a format. A refusal holds for the call that met it; the next call asks again, until
 * several calls were refused, or the server said itself what it does not know. Then it holds for an hour.
 */
export class ServerRefusal {
  #refused = 0;
  #holds = false;
  #askAgainAt = 0;

  constructor(private readonly now: () => number) {}

  /** True while the server is not to be asked for it. */
  get holds(): boolean {
    return this.#holds && this.now() < this.#askAgainAt;
  }

  /** True while it holds for further calls too. */
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

  /** The server took it. */
  taken(): void {
    this.#refused = 0;
    this.#holds = false;
  }

  /** Another call begins. */
  askAgain(): void {
    if (!this.isSure) this.#holds = false;
  }
}
