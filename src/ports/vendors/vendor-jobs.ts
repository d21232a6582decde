// Jobs at a speech vendor that answers later than it is asked. Each is a row before it is sent, and the row has the vendor's id
// once that is known: a worker that takes the call over asks for the same job, so that nothing is paid twice.

/** A piece of the current call, with the options of its request. */
export interface JobKey {
  /** Name of the engine. */
  readonly engine: string;
  /** Hash of the piece and of the options of its request. */
  readonly fingerprint: string;
}

export interface VendorJob {
  /** Address of the uploaded audio at the vendor, which names the job there while its id is not known. */
  readonly audioUrl: string;
  /** Number of times that the request was about to be sent. */
  readonly sends: number;
  /** Time since it was last about to be sent; null where it was not, or was refused unread. */
  readonly sentMsAgo: number | null;
  /** Id of the job at the vendor; null while it is not known. */
  readonly vendorId: string | null;
}

/** A job that no call needs any more. What the vendor keeps of it is to be deleted there. */
export interface LeftJob extends VendorJob {
  readonly id: string;
}

export abstract class VendorJobs {
  abstract find(key: JobKey): Promise<VendorJob | null>;

  /** Records an upload. @returns the job, with the upload of another worker where that was first; throws when the call is gone */
  abstract keepUpload(key: JobKey, audioUrl: string): Promise<VendorJob>;

  /** Records that the request is about to be sent. False where another worker has recorded it since `sends` was read. */
  abstract keepSending(key: JobKey, sends: number): Promise<boolean>;

  /** The request was not sent, or refused unread. */
  abstract withdraw(key: JobKey, sends: number): Promise<void>;

  abstract keepId(key: JobKey, vendorId: string): Promise<void>;

  /** The call needs the job no more. Does nothing where there is none. */
  abstract forget(key: JobKey): Promise<void>;

  /** Jobs of the engine that were forgotten, or whose calls were deleted or have ended; those tried before come last. */
  abstract findLeft(engine: string): Promise<readonly LeftJob[]>;

  /** @param isDone false: it is tried again later */
  abstract settleLeft(id: string, isDone: boolean): Promise<void>;
}

/** Engines are made before the application that stores their jobs. */
export class VendorJobsLink {
  #jobs: VendorJobs | null = null;

  open(jobs: VendorJobs): void {
    this.#jobs = jobs;
  }

  readonly get = (): VendorJobs => {
    if (this.#jobs === null) throw new Error('No store of jobs at vendors is open');
    return this.#jobs;
  };
}
