// One poll of a source: new objects are listed and recorded, waiting ones are taken, oldest first, and taken ones are tagged.
import { setMaxListeners } from 'node:events';
import { Injectable } from '@nestjs/common';
import { Buckets } from '../../../ports/buckets.js';
import type { ClaimedSource, Looked } from '../source-claims.js';
import { ListSource } from './list-source.js';
import { openSource } from './open-source.js';
import { TagTaken } from './tag-taken.js';
import { TakeWaiting } from './take-waiting.js';

/** No object is begun, and none tagged, after this time of a poll. */
const POLL_MS = 60_000;

@Injectable()
export class LookAtSource {
  constructor(
    private readonly buckets: Buckets,
    private readonly listSource: ListSource,
    private readonly takeWaiting: TakeWaiting,
    private readonly tagTaken: TagTaken,
  ) {}

  /**
   * @throws BucketError; ClaimLost; reason of the signal; errors of Postgres
   */
  async run(source: ClaimedSource, signal: AbortSignal): Promise<Looked> {
    setMaxListeners(0, signal);
    const deadline = performance.now() + POLL_MS;
    const bucket = await openSource(this.buckets, source);
    try {
      const notListed = await this.listSource.run(source, bucket, signal);
      const isDone = await this.takeWaiting.run({ source, bucket, deadline, signal });
      await this.tagTaken.run({ source, bucket, deadline, signal });
      return { isDone, notListed };
    } finally {
      bucket.close();
    }
  }
}
