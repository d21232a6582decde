// The bytes of a recording, from whatever holds them.
import { argumentError } from '../error.js';

/** Bytes that are made as they are read. A stream of Node and one of the web are such. */
export type ByteStream = AsyncIterable<Uint8Array>;

/** Where the bytes of a recording come from: a file by its path, a file or a blob of the web, or bytes in memory. */
export type RecordingFile = string | Blob | Uint8Array;

export interface Recording {
  readonly fileName: string;
  /** Bytes; null where they are not known before the end. */
  readonly size: number | null;
  /** What holds the bytes already; null where they come from a stream. */
  readonly source: Uint8Array | Blob | null;
  open(): AsyncIterable<Uint8Array>;
  /** The bytes from one place to another, the last one left out; null where they can be had from the first one only. */
  readonly openPart: ((from: number, to: number) => AsyncIterable<Uint8Array>) | null;
  canRepeat(): boolean;
}

/** One that can be sent on from any place. */
export type SizedRecording = Recording & {
  readonly size: number;
  readonly openPart: NonNullable<Recording['openPart']>;
};

export const isSized = (recording: Recording): recording is SizedRecording =>
  recording.size !== null && recording.openPart !== null;

/** @throws CallAnalysisError of kind `argument` where the file cannot be read */
export type FileAt = (path: string) => Promise<Recording>;

const UNNAMED = 'recording';

/** @throws CallAnalysisError of kind `argument` when there is no such file */
export async function recordingOf(file: RecordingFile, fileAt: FileAt): Promise<Recording> {
  if (typeof file === 'string') return fileAt(file);
  if (file instanceof Uint8Array)
    return {
      fileName: UNNAMED,
      size: file.length,
      source: file,
      async *open() {
        yield file;
      },
      async *openPart(from, to) {
        yield file.subarray(from, to);
      },
      canRepeat: () => true,
    };
  if (file instanceof Blob)
    return {
      fileName: 'name' in file && typeof file.name === 'string' ? file.name : UNNAMED,
      size: file.size,
      source: file,
      open: () => file.stream(),
      openPart: (from, to) => file.slice(from, to).stream(),
      canRepeat: () => true,
    };
  throw argumentError('file must be a path, a Blob or a Uint8Array.');
}

const UNSIZED = { fileName: UNNAMED, size: null, source: null, openPart: null };

/** @param stream one stream, which can be sent once, or a function that opens it again for each attempt */
export function streamedRecording(stream: ByteStream | (() => ByteStream)): Recording {
  if (typeof stream === 'function')
    return {
      ...UNSIZED,
      open: () => bytesOf(stream()),
      canRepeat: () => true,
    };
  let isTaken = false;
  return {
    ...UNSIZED,
    async *open() {
      isTaken = true;
      yield* bytesOf(stream);
    },
    canRepeat: () => !isTaken,
  };
}

async function* bytesOf(stream: ByteStream): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of stream) {
      if (!(chunk instanceof Uint8Array)) throw new TypeError('A stream of a recording must give bytes, not text');
      yield chunk;
    }
  } catch (error) {
    throw argumentError('The stream of the recording failed.', error);
  }
}
