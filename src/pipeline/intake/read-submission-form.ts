// Reads a multipart submission as it streams by: fields are kept, the recording goes straight to whoever stores it.
import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import { ApiError, invalid, type ValidationItem } from '../../platform/errors/api-error.js';
import { bodyCutShort } from '../../platform/http/body/body.guard.js';
import { MOST_WHOLE_BYTES } from '../../platform/http/body/refused-body.js';
import { FORM_OPTIONS, FormContent } from '../../platform/http/idempotency/form-content.js';
import { RecordingInterrupted } from './recording-intake.js';

const FILE_FIELD = 'audio_file';
/** Of a refused recording in a long body, so much more is read to know which one it was. */
const MOST_BYTES_TO_KNOW_IT = 1_048_576;

export interface FormFile {
  readonly fileName: string | null;
  readonly mimeType: string | null;
  /** Of the whole form; null where it does not say. */
  readonly announcedBytes: number | null;
}

export interface SubmissionForm<Stored> {
  readonly fields: Readonly<Record<string, string>>;
  /** Null when the form had no recording. */
  readonly stored: Stored | null;
  /** What the form had in it that it may not; the caller refuses it together with what is wrong in the fields. */
  readonly faults: readonly ValidationItem[];
}

/**
 * @param store takes the recording's bytes; what it throws is thrown here
 * @param onContent told what was in the form once it has been read to its end, whether it is then refused or not
 * @throws ApiError 422 for a form that is broken, 400 when its sender has left
 */
export async function readSubmissionForm<Stored>(
  request: IncomingMessage,
  store: (bytes: Readable, file: FormFile) => Promise<Stored>,
  onContent?: (content: FormContent) => void,
): Promise<SubmissionForm<Stored>> {
  const parser = openParser(request);
  const fields = new Map<string, string>();
  const faults: ValidationItem[] = [];
  const content = onContent ? new FormContent() : null;
  const announcedBytes = announcedLength(request);
  let storing: Promise<Stored> | null = null;
  const recordings: Readable[] = [];
  // Kept, because a pipeline that fails takes it off the request.
  const { socket } = request;

  parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
    content?.addField(name, value);
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
    content?.addFile(name ?? '', bytes);
    if (name !== FILE_FIELD || storing) {
      const msg =
        name === FILE_FIELD ? 'Value error, one recording at a time' : 'Value error, no file is expected here';
      faults.push({ type: 'value_error', loc: ['body', name ?? ''], msg });
      bytes.resume();
      return;
    }
    recordings.push(bytes);
    // A stream that others listen to as well is read through one of its own.
    const source = content ? relayed(bytes) : bytes;
    storing = store(source, { fileName: filename ?? null, mimeType: mimeType ?? null, announcedBytes });
    storing.catch((error: Error) => {
      if (source instanceof PassThrough) bytes.unpipe(source);
      // What nobody wants is not taken in; but many clients read no answer before they have sent a whole call.
      const isShort = announcedBytes !== null && announcedBytes <= MOST_WHOLE_BYTES;
      const mostBytes = isShort ? MOST_WHOLE_BYTES : content ? MOST_BYTES_TO_KNOW_IT : 0;
      readOnFor(mostBytes, bytes, parser, error);
    });
  });
  for (const limit of ['fieldsLimit', 'filesLimit', 'partsLimit'] as const) {
    parser.on(limit, () =>
      faults.push({ type: 'value_error', loc: ['body'], msg: 'Value error, the form has too many parts' }),
    );
  }

  try {
    await pipeline(request, parser);
  } catch (error) {
    // Busboy reads a piece to its end even after a fault in it, and would leave a recording open that begins behind one.
    for (const bytes of recordings) bytes.destroy(error instanceof Error ? error : undefined);
    const refusal = await settled(storing);
    if (refusal instanceof Error && !(refusal instanceof RecordingInterrupted)) throw refusal;
    if (socket.destroyed && !request.complete) throw bodyCutShort();
    throw error instanceof ApiError ? error : brokenForm();
  }
  if (content) onContent?.(content);
  const stored = await storing;
  return { fields: Object.fromEntries(fields), stored, faults };
}

function openParser(request: IncomingMessage): busboy.Busboy {
  try {
    return busboy({ headers: request.headers, ...FORM_OPTIONS });
  } catch {
    // No boundary in the content type.
    throw brokenForm();
  }
}

function relayed(bytes: Readable): PassThrough {
  const relay = new PassThrough().on('error', () => undefined);
  bytes.on('error', (error) => relay.destroy(error));
  return bytes.pipe(relay);
}

/** Null for a body in chunks. */
function announcedLength({ headers }: IncomingMessage): number | null {
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
}

/** The rest of a recording that was refused, if it is not more than that. */
function readOnFor(mostBytes: number, bytes: Readable, parser: busboy.Busboy, refusal: Error): void {
  if (mostBytes === 0 || (bytes.destroyed && !bytes.readableEnded)) {
    parser.destroy(refusal);
    return;
  }
  let more = 0;
  // Nothing flows while whoever has stopped reading it is still listening.
  bytes.removeAllListeners('readable').on('data', (chunk: Buffer) => {
    more += chunk.length;
    if (more > mostBytes) parser.destroy(refusal);
  });
  bytes.resume();
}

function brokenForm(): ApiError {
  return invalid([{ type: 'value_error', loc: ['body'], msg: 'Value error, the multipart form is malformed' }]);
}

async function settled(storing: Promise<unknown> | null): Promise<unknown> {
  const [outcome] = await Promise.allSettled([storing]);
  return outcome?.status === 'rejected' ? outcome.reason : null;
}
