// A form with a recording, made while it is sent: no more of it is in memory than one chunk.
import type { RequestBody } from '../http/body.js';
import { randomUuid } from '../http/random.js';
import type { Recording } from './recording.js';

/** Told of the recording's bytes that are on their way. `total` is null where the size of a stream is not known. */
export type OnProgress = (sentBytes: number, totalBytes: number | null) => void;

/**
 * @param fields lists are written with commas and objects as JSON; null and undefined are left out
 * @param recording the last part, so that the service reads the fields before it; null without one
 */
export function formBody(
  fields: Readonly<Record<string, unknown>>,
  recording: Recording | null,
  onProgress: OnProgress = () => undefined,
): RequestBody {
  const boundary = `call-analysis-${randomUuid()}`;
  const head = Object.entries(fields)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(
      ([name, value]) => `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${textOf(value)}\r\n`,
    )
    .join('');
  const file = recording && fileHead(boundary, recording.fileName);
  const before = encode(`${head}${file ?? ''}`);
  const after = encode(`${recording ? '\r\n' : ''}--${boundary}--\r\n`);
  const report = furthest(onProgress);
  const source = recording ? recording.source : new Uint8Array();
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: recording?.size === null ? null : before.length + (recording?.size ?? 0) + after.length,
    parts: source && [before, source, after],
    onSent: (bytes) => {
      const size = recording?.size ?? 0;
      if (recording) report(Math.max(0, Math.min(bytes - before.length, size)), size);
    },
    async *open() {
      yield before;
      if (recording) yield* reported(recording, report);
      yield after;
    },
    canRepeat: () => recording?.canRepeat() ?? true,
  };
}

async function* reported(recording: Recording, report: OnProgress): AsyncGenerator<Uint8Array> {
  let sent = 0;
  for await (const chunk of recording.open()) {
    yield chunk;
    sent += chunk.length;
    report(sent, recording.size);
  }
  if (sent === 0) report(0, recording.size);
}

/** A repetition begins at the first byte: it is not told again what was told already. */
export function furthest(onProgress: OnProgress): OnProgress {
  let told = -1;
  return (sent, total) => {
    if (sent <= told) return;
    told = sent;
    onProgress(sent, total);
  };
}

function fileHead(boundary: string, fileName: string): string {
  const name = fileName.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
  return (
    `--${boundary}\r\nContent-Disposition: form-data; name="audio_file"; filename="${name}"\r\n` +
    'Content-Type: application/octet-stream\r\n\r\n'
  );
}

const textOf = (value: unknown): string =>
  Array.isArray(value) ? value.join(',') : typeof value === 'object' ? JSON.stringify(value) : String(value);

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
