// Resolves the host names that clients give: fairly between accounts, and each name once for many requests. A client whose name
// servers are silent delays only its own requests.
import { FairSemaphore } from '../concurrency/fair-semaphore.js';
import type { LookUpName, NameAnswer, ResolvedAddress } from './name-lookup.js';
import { OutboundError } from './outbound-error.js';

/** A look-up takes one socket and little memory. */
const MAX_LOOKUPS = 512;
/** So sixteen accounts with silent name servers would be needed to take all. */
export const MAX_LOOKUPS_PER_ACCOUNT = 32;
/** From the start of a look-up, without its wait for a turn. Two tries of two seconds, and a second for a slow machine. */
const LOOKUP_TIMEOUT_MS = 5_000;
/** Also for responses that may not be kept at all: a connection that is made at once uses the address that was just checked. */
const MIN_KEPT_MS = 1_000;
const MAX_KEPT_MS = 60_000;
/** Shorter than the first wait for a retry, so that no attempt meets the failure of the one before it. */
const FAILURE_KEPT_MS = 3_000;
/** Names in memory. */
const MAX_NAMES = 10_000;

interface Outcome {
  /** Null when the look-up failed. */
  readonly addresses: readonly ResolvedAddress[] | null;
  readonly keptUntilMs: number;
}

/** A look-up that runs. It is cancelled when no request waits for it any more. */
interface Flight {
  readonly answer: Promise<readonly ResolvedAddress[]>;
  readonly cancel: AbortController;
  waiting: number;
}

export class NameResolver {
  private readonly turns = new FairSemaphore({ maxRunning: MAX_LOOKUPS, maxRunningPerKey: MAX_LOOKUPS_PER_ACCOUNT });
  /** The oldest first. */
  private readonly outcomes = new Map<string, Outcome>();
  private readonly flights = new Map<string, Flight>();
  private closed = false;

  constructor(private readonly lookUp: LookUpName) {}

  /**
   * The addresses, unchecked.
   * @param accountId that takes a turn, when name servers must be asked
   * @throws OutboundError `dns`; the signal's reason when the signal aborts
   */
  async resolve(hostname: string, accountId: string, signal: AbortSignal): Promise<readonly ResolvedAddress[]> {
    const known = this.known(hostname, signal);
    if (known) return known;
    // While it waited for its turn, another request may have asked. It cannot join a look-up that has not begun: then a request
    // would wait for the turn of an account that has a thousand names before it.
    return this.turns.run(
      accountId,
      () => this.known(hostname, signal) ?? this.join(hostname, this.start(hostname), signal),
      signal,
    );
  }

  /** Cancels every look-up, and refuses further ones. */
  close(): void {
    this.closed = true;
    for (const { cancel } of this.flights.values()) cancel.abort(new OutboundError('dns'));
  }

  private known(hostname: string, signal: AbortSignal): Promise<readonly ResolvedAddress[]> | null {
    if (this.closed) return Promise.reject(new OutboundError('dns'));
    const outcome = this.outcomes.get(hostname);
    if (outcome && performance.now() < outcome.keptUntilMs) {
      return outcome.addresses ? Promise.resolve(outcome.addresses) : Promise.reject(new OutboundError('dns'));
    }
    const flight = this.flights.get(hostname);
    return flight ? this.join(hostname, flight, signal) : null;
  }

  private start(hostname: string): Flight {
    const cancel = new AbortController();
    const flight: Flight = { answer: this.ask(hostname, cancel), cancel, waiting: 0 };
    this.flights.set(hostname, flight);
    return flight;
  }

  private async ask(hostname: string, cancel: AbortController): Promise<readonly ResolvedAddress[]> {
    const timer = setTimeout(() => cancel.abort(new OutboundError('dns')), LOOKUP_TIMEOUT_MS);
    try {
      const { addresses, ttlMs } = await this.lookUp(hostname, cancel.signal);
      this.keep(hostname, addresses, Math.min(MAX_KEPT_MS, Math.max(MIN_KEPT_MS, ttlMs)));
      return addresses;
    } catch (error) {
      // Any other error means that the last request gave up, and says nothing about the name.
      if (error instanceof OutboundError) this.keep(hostname, null, FAILURE_KEPT_MS);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  private keep(hostname: string, addresses: NameAnswer['addresses'] | null, keptMs: number): void {
    this.outcomes.delete(hostname);
    this.outcomes.set(hostname, { addresses, keptUntilMs: performance.now() + keptMs });
    const [oldest] = this.outcomes.keys();
    if (this.outcomes.size > MAX_NAMES && oldest !== undefined) this.outcomes.delete(oldest);
  }

  private async join(hostname: string, flight: Flight, signal: AbortSignal): Promise<readonly ResolvedAddress[]> {
    flight.waiting += 1;
    let leave: () => void = () => undefined;
    const left = new Promise<never>((_, reject) => {
      leave = () => reject(signal.reason);
    });
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave);
    try {
      return await Promise.race([flight.answer, left]);
    } finally {
      signal.removeEventListener('abort', leave);
      flight.waiting -= 1;
      if (flight.waiting === 0) {
        this.flights.delete(hostname);
        flight.cancel.abort();
      }
    }
  }
}
