// Uploads by tus-js-client.
import { type DetailedError, Upload } from '../../../tools/tus-client.js';

interface ByClient {
  readonly endpoint: string;
  readonly key: string;
  readonly bytes: Buffer;
  readonly retryDelays?: readonly number[];
  readonly onProgress?: (sent: number, upload: Upload) => void;
}

/** @returns the id of the upload */
export function uploadByClient({ endpoint, key, bytes, retryDelays, onProgress }: ByClient): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(bytes, {
      endpoint,
      headers: { 'X-API-Key': key },
      metadata: { filename: 'call.wav' },
      retryDelays: [...(retryDelays ?? [0, 50, 100, 200, 500, 1_000, 3_000, 5_000])],
      onProgress: (sent) => onProgress?.(sent, upload),
      onError: (error: Error | DetailedError) => reject(error),
      onSuccess: () => resolve(upload.url?.split('/').pop() ?? ''),
    });
    upload.start();
  });
}
