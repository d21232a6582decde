// Distinguishes the responses of S3 from the page of a proxy, a captive portal or a misconfigured gateway, which may have status
// 200 too: the SDK takes such a page for success, and a recording that was never stored would count as stored.
import { Readable } from 'node:stream';
import type { S3Client, ServiceOutputTypes } from '@aws-sdk/client-s3';
import { z } from 'zod';

/** Some servers answer so where S3 says "204 No Content". */
const EMPTY_ANSWER = z.object({ headers: z.object({ 'content-length': z.literal('0') }) });

/** Makes every command of the client throw where the response has not what each server that speaks S3 says of a success. */
export function refuseForeignResponses(client: S3Client): void {
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const result = await next(args);
        const { output, response } = result;
        if (output && isFromS3(commandName, output, response)) return result;
        // Unread, it would keep its connection.
        if (output && 'Body' in output && output.Body instanceof Readable) output.Body.destroy();
        throw new Error(`The answer to ${commandName} is none of S3`);
      },
    { step: 'deserialize', priority: 'high', name: 'refuseForeignResponses' },
  );
}

function isFromS3(commandName: string, output: ServiceOutputTypes, response: unknown): boolean {
  const says = (name: string) => Reflect.get(output, name) !== undefined;
  switch (commandName) {
    case 'PutObjectCommand':
    case 'UploadPartCommand':
    case 'CompleteMultipartUploadCommand':
    case 'GetObjectCommand':
    case 'HeadObjectCommand':
      return says('ETag');
    case 'ListObjectsV2Command':
      return says('IsTruncated') || says('Name');
    case 'DeleteObjectCommand':
      return output.$metadata.httpStatusCode === 204 || EMPTY_ANSWER.safeParse(response).success;
    // What the others lack in a foreign answer, their callers miss.
    default:
      return true;
  }
}
