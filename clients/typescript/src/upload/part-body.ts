import type { RequestBody } from '../http/body.js';
import type { OnProgress } from './multipart.js';
import type { SizedRecording } from './recording.js';

/**
 * A part of a recording, as tus sends it.
 * @param to its end, which is left out
 */
export function partBody(recording: SizedRecording, from: number, to: number, onProgress: OnProgress): RequestBody {
  const { size, source } = recording;
  return {
    contentType: 'application/offset+octet-stream',
    length: to - from,
    parts: source && [source instanceof Uint8Array ? source.subarray(from, to) : source.slice(from, to)],
    onSent: (bytes) => onProgress(Math.min(from + bytes, to), size),
    async *open() {
      let sent = from;
      for await (const chunk of recording.openPart(from, to)) {
        yield chunk;
        sent += chunk.length;
        onProgress(sent, size);
      }
    },
    canRepeat: () => true,
  };
}
