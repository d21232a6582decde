// What ends the hearing of a recording's pieces before all are heard. An error that may pass, and giving way, let requests on
// their way end; any other error aborts them.
import { ProviderError } from '../../ports/provider-error.js';
import { GaveWay } from '../../work/claim.js';

export class HearingEnd {
  private readonly passing: (ProviderError | GaveWay)[] = [];
  private readonly failed = new AbortController();
  /** Aborts where requests on their way are of no use. */
  readonly signal = this.failed.signal;
  hasCome = false;

  add(error: unknown): void {
    this.hasCome = true;
    if (mayPass(error)) this.passing.push(error);
    else this.failed.abort(error);
  }

  /** Throws the error that says most: one that does not pass, else a provider's, else that the call gave way. */
  throwIfCome(): void {
    this.signal.throwIfAborted();
    const end = this.passing.find((error) => error instanceof ProviderError) ?? this.passing[0];
    if (end) throw end;
  }
}

/** True for an error of one request, and where the call gives way: what is on its way is heard to its end meanwhile. */
function mayPass(error: unknown): error is ProviderError | GaveWay {
  if (error instanceof GaveWay) return true;
  return error instanceof ProviderError && error.retryable && !error.pausesEngine && error.workerFault === null;
}
