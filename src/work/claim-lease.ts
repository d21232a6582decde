// The lease on claimed work. A heartbeat renews it while the worker works on it; once it has expired, Postgres
// gives it to another worker, so this worker must stop by then.
import { ClaimLost } from './claim.js';

export class ClaimLease {
  private readonly heartbeat: NodeJS.Timeout;
  private expiresAt: number;

  /**
   * @param extend renews the lease in Postgres; throws ClaimLost
   * @param abort aborted with ClaimLost when Postgres says that the claim is lost, or when the lease may have expired
   */
  constructor(
    private readonly extend: () => Promise<void>,
    private readonly leaseMs: number,
    private readonly abort: AbortController,
  ) {
    this.expiresAt = Date.now() + leaseMs;
    this.heartbeat = setInterval(() => void this.renew(), leaseMs / 3);
  }

  /** Stops the heartbeat. Never throws. */
  stop(): void {
    clearInterval(this.heartbeat);
  }

  private async renew(): Promise<void> {
    const askedAt = Date.now();
    try {
      await this.extend();
      // Counted from the request: its answer may arrive long after Postgres renewed the lease.
      this.expiresAt = askedAt + this.leaseMs;
    } catch (error) {
      // Postgres may be away for a moment. The claim holds until the lease expires.
      if (error instanceof ClaimLost || Date.now() > this.expiresAt) this.abort.abort(new ClaimLost());
    }
  }
}
