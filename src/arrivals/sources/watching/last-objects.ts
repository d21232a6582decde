// Lists the last recordings of a bucket, in the order of their keys. The test of a source shows them.
import type { Bucket, FoundObject } from '../../../ports/buckets.js';
import { roleOf } from '../naming/naming.js';
import type { BucketSettings } from '../source.js';
import { ListNew, MAX_LIST_REQUESTS } from './list-new.js';
import { OldKeys } from './old-keys.js';

export const MAX_TRIED = 20;

/** @throws BucketError, the signal's reason */
export async function lastObjects(
  bucket: Bucket,
  settings: BucketSettings,
  signal: AbortSignal,
): Promise<readonly FoundObject[]> {
  const last = new LastObjects(bucket, settings, signal);
  await last.findEnd(settings.prefix);
  if (!last.isFull) await last.walkBack(settings.prefix);
  return last.objects;
}

class LastObjects {
  /** Last key first. */
  objects: readonly FoundObject[] = [];
  private requests = 0;

  constructor(
    private readonly bucket: Bucket,
    private readonly settings: BucketSettings,
    private readonly signal: AbortSignal,
  ) {}

  get isFull(): boolean {
    return this.objects.length >= MAX_TRIED;
  }

  /** Finds the end of the bucket as a new source does: of folders by date, only those of the last days are listed. */
  async findEnd(prefix: string): Promise<void> {
    const { bucket, signal } = this;
    const note = async (objects: readonly FoundObject[]) => this.note(objects);
    const task = { bucket, prefix, now: new Date(), since: null, oldKeys: new OldKeys(null), signal, note };
    await new ListNew(task, {}).run();
  }

  /** Lists folder by folder, from the last one, until there are enough recordings. */
  async walkBack(prefix: string): Promise<void> {
    if (this.requests >= MAX_LIST_REQUESTS) return;
    this.requests += 1;
    const page = await this.bucket.list({ prefix, after: '', token: null, inFolders: true }, this.signal);
    if (!page.isLast) return this.findEnd(prefix);
    this.note(page.objects);
    for (const folder of page.folders.toReversed()) {
      if (this.isFull) return;
      await this.walkBack(folder);
    }
  }

  private note(objects: readonly FoundObject[]): void {
    const recordings = objects.filter(({ key }) => roleOf(this.settings.naming, key) === 'recording');
    // Some pages are listed twice.
    const byKey = new Map([...this.objects, ...recordings].map((object) => [object.key, object]));
    this.objects = [...byKey.values()].sort((a, b) => (a.key < b.key ? 1 : -1)).slice(0, MAX_TRIED);
  }
}
