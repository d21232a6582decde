// The lease on a claimed call. A heartbeat renews it while the worker works on the call; once it has expired, Postgres
// gives the call to another worker, so this worker must stop by then.
import { type AnalysisClaims, type ClaimedCall, ClaimLost } from '../analysis/analysis-claims.js';

export class CallLease {
  private readonly heartbeat: NodeJS.Timeout;
  private expiresAt: number;

  /** @param abort aborted with ClaimLost when Postgres says that the claim is lost, or when the lease may have expired */
  constructor(
    private readonly claims: Pick<AnalysisClaims, 'renew'>,
    private readonly call: ClaimedCall,
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
      await this.claims.renew(this.call);
      // Counted from the request: its answer may arrive long after Postgres renewed the lease.
      this.expiresAt = askedAt + this.leaseMs;
    } catch (error) {
      // Postgres may be away for a moment. The claim holds until the lease expires.
      if (error instanceof ClaimLost || Date.now() > this.expiresAt) this.abort.abort(new ClaimLost());
    }
  }
}
