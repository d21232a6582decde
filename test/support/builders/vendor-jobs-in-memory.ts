// The store of jobs at vendors for tests of adapters, for one call.
import { type JobKey, type LeftJob, type VendorJob, VendorJobs } from '../../../src/ports/vendors/vendor-jobs.js';

interface Row {
  readonly id: string;
  readonly engine: string;
  key: string | null;
  audioUrl: string;
  sends: number;
  sentAt: number | null;
  vendorId: string | null;
}

export class VendorJobsInMemory extends VendorJobs {
  readonly rows: Row[] = [];
  /** Added to the age of every request. */
  passedMs = 0;

  async find(key: JobKey): Promise<VendorJob | null> {
    const row = this.row(key);
    return row === undefined ? null : this.jobOf(row);
  }

  async keepUpload(key: JobKey, audioUrl: string): Promise<VendorJob> {
    const { engine } = key;
    const id = String(this.rows.length);
    const own = { id, engine, key: keyOf(key), audioUrl, sends: 0, sentAt: null, vendorId: null };
    if (this.row(key) === undefined) this.rows.push(own);
    return this.jobOf(this.row(key) ?? own);
  }

  async keepSending(key: JobKey, sends: number): Promise<boolean> {
    const row = this.row(key);
    if (row === undefined || row.sends !== sends) return false;
    Object.assign(row, { sends: sends + 1, sentAt: Date.now() });
    return true;
  }

  async withdraw(key: JobKey): Promise<void> {
    Object.assign(this.row(key) ?? {}, { sentAt: null });
  }

  async keepId(key: JobKey, vendorId: string): Promise<void> {
    Object.assign(this.row(key) ?? {}, { vendorId });
  }

  async forget(key: JobKey): Promise<void> {
    Object.assign(this.row(key) ?? {}, { key: null });
  }

  async findLeft(engine: string): Promise<readonly LeftJob[]> {
    const left = this.rows.filter((row) => row.key === null && row.engine === engine);
    return left.map((row) => ({ id: row.id, ...this.jobOf(row) }));
  }

  async settleLeft(id: string, isDone: boolean): Promise<void> {
    const at = this.rows.findIndex((row) => row.id === id);
    if (isDone) this.rows.splice(at, 1);
  }

  private row(key: JobKey): Row | undefined {
    return this.rows.find((row) => row.key === keyOf(key));
  }

  private jobOf({ audioUrl, sends, sentAt, vendorId }: Row): VendorJob {
    return { audioUrl, sends, sentMsAgo: sentAt === null ? null : Date.now() - sentAt + this.passedMs, vendorId };
  }
}

function keyOf({ engine, fingerprint }: JobKey): string {
  return `${engine} ${fingerprint}`;
}
