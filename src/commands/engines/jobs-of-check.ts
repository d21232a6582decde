// Jobs at a speech vendor for the time of a check, in memory: each is left, to be deleted at the vendor.
import { type JobKey, type LeftJob, type VendorJob, VendorJobs } from '../../ports/vendors/vendor-jobs.js';

export class JobsOfCheck extends VendorJobs {
  readonly #jobs = new Map<string, VendorJob>();

  async find({ fingerprint }: JobKey): Promise<VendorJob | null> {
    return this.#jobs.get(fingerprint) ?? null;
  }

  async keepUpload(key: JobKey, audioUrl: string): Promise<VendorJob> {
    return this.#change(key, { audioUrl });
  }

  async keepSending(key: JobKey, sends: number): Promise<boolean> {
    this.#change(key, { sends: sends + 1, sentMsAgo: 0 });
    return true;
  }

  async withdraw(key: JobKey): Promise<void> {
    this.#change(key, { sentMsAgo: null });
  }

  async keepId(key: JobKey, vendorId: string): Promise<void> {
    this.#change(key, { vendorId });
  }

  async forget(): Promise<void> {}

  async findLeft(): Promise<readonly LeftJob[]> {
    return [...this.#jobs].map(([id, job]) => ({ id, ...job }));
  }

  async settleLeft(id: string, isDone: boolean): Promise<void> {
    if (isDone) this.#jobs.delete(id);
  }

  #change({ fingerprint }: JobKey, changes: Partial<VendorJob>): VendorJob {
    const none: VendorJob = { audioUrl: '', sends: 0, sentMsAgo: null, vendorId: null };
    const job = { ...(this.#jobs.get(fingerprint) ?? none), ...changes };
    this.#jobs.set(fingerprint, job);
    return job;
  }
}
