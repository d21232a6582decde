// Reads a multipart submission as it streams by: fields are kept, the recording goes straight to whoever stores it.
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { ApiError, invalid, type ValidationItem } from '../platform/errors/api-error.js';
import { RecordingInterrupted } from './store-recording.js';

const FILE_FIELD = 'audio_file';
const MOST_FIELDS = 100;
/** A custom `metadata` object is the largest field; its 50 values of 500 characters stay well below. */
const MOST_FIELD_BYTES = 256 * 1024;

export interface FormFile {
  readonly fileName: string | null;
  readonly mimeType: string | null;
}

export interface SubmissionForm<Stored> {
  readonly fields: Readonly<Record<string, string>>;
  /** Null when the form had no recording. */
  readonly stored: Stored | null;
}

/**
 * @param store takes the recording's bytes; what it throws is thrown here
 * @throws ApiError 422 for a form that is broken or has more in it than it may
 */
export async function readSubmissionForm<Stored>(
  request: IncomingMessage,
  store: (bytes: Readable, file: FormFile) => Promise<Stored>,
): Promise<SubmissionForm<Stored>> {
  const parser = openParser(request);
  const fields = new Map<string, string>();
  const faults: ValidationItem[] = [];
  let storing: Promise<Stored> | null = null;

  parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
    if (nameTruncated || valueTruncated) {
      faults.push({ type: 'string_too_long', loc: ['body', nameTruncated ? '' : name], msg: 'The field is too long' });
    } else if (fields.has(name)) {
      faults.push({ type: 'value_error', loc: ['body', name], msg: 'Value error, the field is given more than once' });
    }
    fields.set(name, value);
  });
  parser.on('file', (name, bytes, { filename, mimeType }) => {
    // Busboy ends a file it gave up on with an error; heard here, so that it cannot end the process.
    bytes.on('error', () => undefined);
    if (name !== FILE_FIELD || storing) {
      const msg = storing ? 'Value error, one recording at a time' : 'Value error, no file is expected here';
      faults.push({ type: 'value_error', loc: ['body', name ?? ''], msg });
      bytes.resume();
      return;
    }
    storing = store(bytes, { fileName: filename ?? null, mimeType: mimeType ?? null });
    // Refused before its end: stop reading at once rather than take in what nobody wants.
    storing.catch((error: Error) => parser.destroy(error));
  });
  for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) {
    parser.on(limit, () =>
      faults.push({ type: 'value_error', loc: ['body'], msg: 'Value error, the form has too many parts' }),
    );
  }

  try {
    await pipeline(request, parser);
  } catch (error) {
    const refusal = await settled(storing);
    if (refusal instanceof Error && !(refusal instanceof RecordingInterrupted)) throw refusal;
    if (request.destroyed && !request.complete) throw new RecordingInterrupted(error);
    throw error instanceof ApiError ? error : brokenForm();
  }
  const stored = await storing;
  if (faults.length > 0) throw invalid(faults);
  return { fields: Object.fromEntries(fields), stored };
}

function openParser(request: IncomingMessage): busboy.Busboy {
  try {
    return busboy({
      headers: request.headers,
      defParamCharset: 'utf8',
      limits: {
        fields: MOST_FIELDS,
        fieldSize: MOST_FIELD_BYTES,
        fieldNameSize: 100,
        files: 2,
        parts: MOST_FIELDS + 2,
        headerPairs: 20,
      },
    });
  } catch {
    // No boundary in the content type.
    throw brokenForm();
  }
}

function brokenForm(): ApiError {
  return invalid([{ type: 'value_error', loc: ['body'], msg: 'Value error, the multipart form is malformed' }]);
}

async function settled(storing: Promise<unknown> | null): Promise<unknown> {
  const [outcome] = await Promise.allSettled([storing]);
  return outcome?.status === 'rejected' ? outcome.reason : null;
}
