// Bounds what a store of a client may answer besides objects: the SDK reads such answers whole, into memory.
import { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { z } from 'zod';
import { BucketError } from '../../ports/buckets.js';

/** A thousand keys of 1024 bytes each, with what stands beside them. */
export const MAX_ANSWER_BYTES = 2 * 1024 * 1024;
const TOO_LARGE = 'The store sent a longer answer than is accepted';

const RESPONSE = z.object({ statusCode: z.number(), body: z.instanceof(Readable) });

export function boundAnswers(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const result = await next(args);
        const response = RESPONSE.safeParse(result.response);
        if (!response.success || (commandName === 'GetObjectCommand' && response.data.statusCode < 300)) return result;
        const { body } = response.data;
        Object.assign(Object(result.response), { body: Readable.from(bounded(body), { objectMode: false }) });
        return result;
      },
    { step: 'deserialize', priority: 'low', name: 'boundAnswers' },
  );
}

async function* bounded(body: Readable): AsyncGenerator<Buffer> {
  let received = 0;
  for await (const chunk of body) {
    received += chunk.length;
    if (received > MAX_ANSWER_BYTES) throw new BucketError(TOO_LARGE, 'bucket');
    yield chunk;
  }
}
