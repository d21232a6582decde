// The lock of an upload while a request has it: renewed until it is given back. Where the process dies it ends by itself.
import { LOCK_MS, type LockedUpload, LockLost, type UploadRows } from './upload-rows.js';

const RENEWAL_MS = LOCK_MS / 4;

export class HeldLock {
  private readonly timer: NodeJS.Timeout;
  /** Called where another request wants the lock, or has taken it. */
  onContested: ((isLost: boolean) => void) | null = null;

  constructor(
    private readonly rows: UploadRows,
    readonly upload: LockedUpload,
  ) {
    this.timer = setInterval(() => void this.renew(), RENEWAL_MS).unref();
  }

  async release(): Promise<void> {
    clearInterval(this.timer);
    // Where this fails, the lock ends by itself.
    await this.rows.unlock(this.upload).catch(() => undefined);
  }

  /** A renewal that fails for another reason is followed by the next, and by the end of the lock. */
  private async renew(): Promise<void> {
    try {
      if (await this.rows.renew(this.upload)) this.onContested?.(false);
    } catch (error) {
      if (error instanceof LockLost) this.onContested?.(true);
    }
  }
}
