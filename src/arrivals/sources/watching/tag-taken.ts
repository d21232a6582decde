// Tags the objects of a bucket that have become calls, where the source asks for it.
import { Injectable } from '@nestjs/common';
import { BucketError } from '../../../ports/buckets.js';
import { FoundItems, type TagDue } from '../found-items.js';
import type { Poll } from './take-waiting.js';

const MAX_TAGS_A_POLL = 500;
/** An object that cannot be tagged for so long stays without a tag. */
const TAG_PATIENCE_MS = 24 * 3_600_000;
const TAG = 'call-analysis';

@Injectable()
export class TagTaken {
  constructor(private readonly items: FoundItems) {}

  /** The first tag that cannot be written ends it. @throws BucketError, the signal's reason, errors of Postgres */
  async run({ source, bucket, deadline, signal }: Poll): Promise<void> {
    if (source.settings.after !== 'tag') return;
    for (const due of await this.items.findTagsDue(source, MAX_TAGS_A_POLL)) {
      if (performance.now() > deadline) return;
      try {
        await bucket.tag(due.key, TAG, due.analysisId, signal);
      } catch (error) {
        this.refuseUnlessOld(due, error);
      }
      await this.items.noteTagged(due.id);
    }
  }

  private refuseUnlessOld({ ageMs }: TagDue, error: unknown): void {
    if (!(error instanceof BucketError)) throw error;
    if (ageMs <= TAG_PATIENCE_MS)
      throw new BucketError(`The tag could not be written: ${lowerFirst(error.message)}`, 'bucket');
  }
}

const lowerFirst = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);
