// Tags the objects of a bucket that have become calls, where the source asks for it.
import { Injectable } from '@nestjs/common';
import { BucketError } from '../../../ports/buckets.js';
import { FoundItems, type TagDue } from '../found-items.js';
import type { ClaimedSource } from '../source-claims.js';
import type { Poll } from './take-waiting.js';

const MAX_TAGS_A_POLL = 500;
/** Failures without a success after which no further tags are tried in this poll. */
const MAX_FAILURES_ALONE = 4;
/** An object that cannot be tagged for so long stays without a tag. */
const TAG_PATIENCE_MS = 24 * 3_600_000;
const TAG = 'call-analysis';

@Injectable()
export class TagTaken {
  constructor(private readonly items: FoundItems) {}

  /** A tag that cannot be written is told of at its object. @throws BucketError, the signal's reason, errors of Postgres */
  async run({ source, bucket, deadline, signal }: Poll): Promise<void> {
    if (source.settings.after !== 'tag') return;
    let failures = 0;
    let written = 0;
    for (const due of await this.items.findTagsDue(source, MAX_TAGS_A_POLL)) {
      if (performance.now() > deadline || (failures >= MAX_FAILURES_ALONE && written === 0)) return;
      try {
        await bucket.tag(due.key, TAG, due.analysisId, signal);
        await this.items.noteTagged(due.id, null);
        written += 1;
      } catch (error) {
        if (!(error instanceof BucketError) || error.of === 'bucket') throw error;
        await this.noteFailure(source, due, `The tag could not be written: ${lowerFirst(error.message)}`);
        failures += 1;
      }
    }
  }

  private async noteFailure(source: ClaimedSource, due: TagDue, msg: string): Promise<void> {
    if (due.ageMs > TAG_PATIENCE_MS) await this.items.noteTagged(due.id, { loc: [], msg });
    else await this.items.postponeTag(source, due, { loc: [], msg });
  }
}

const lowerFirst = (sentence: string) => sentence.charAt(0).toLowerCase() + sentence.slice(1);
