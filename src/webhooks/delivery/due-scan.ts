// Reads all due deliveries page by page, the longest due first.
import type { DeliveryClaims, DueDelivery, PageEnd } from './delivery-claims.js';

export class DueScan {
  /** Start of the next page of the scan; null when no scan is under way. */
  private after: PageEnd | null = null;
  private requested = false;

  constructor(private readonly claims: DeliveryClaims) {}

  /** Requests a scan that starts after this moment: it follows a running one. */
  request(): void {
    this.requested = true;
  }

  get hasNext(): boolean {
    return this.after !== null || this.requested;
  }

  /** Reads the next page. When this fails, the scan ends: the next sweep requests another. */
  async readPage(): Promise<readonly DueDelivery[]> {
    const { after } = this;
    this.after = null;
    if (after === null) this.requested = false;
    const { deliveries, end } = await this.claims.findDueAfter(after);
    this.after = end;
    return deliveries;
  }
}
