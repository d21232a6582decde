// Reads a multipart submission while it arrives: collects the fields and streams the recording to storage.
import type { IncomingMessage } from 'node:http';
import { PassThrough, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { BusboyInstance } from '@fastify/busboy';
import { ApiError, invalid, type ValidationItem } from '../../platform/errors/api-error.js';
import { valueError } from '../../platform/errors/validation-messages.js';
import { bodyCutShort, type FormParts } from '../../platform/http/body/body.guard.js';
import { MAX_FULLY_READ_BYTES } from '../../platform/http/body/refused-body.js';
import { FormContent, MAX_FIELDS_BYTES, openFormParser } from '../../platform/http/idempotency/form-content.js';
import { fieldRulesOf } from '../../platform/http/validation/field-rules.js';
import { type RecordingHints, RecordingInterrupted } from '../../recordings/receiving/recording-intake.js';
import { AUDIO_TOO_LARGE, RecordingRefused } from '../../recordings/receiving/recording-limits.js';
import { SubmitCallFields } from './submit-call.request.js';

const FILE_FIELD = 'audio_file';
export const SUBMISSION_PARTS: FormParts = {
  file: FILE_FIELD,
  texts: new Set(fieldRulesOf(SubmitCallFields.prototype).keys()),
};
/** Most generated clients send a list by repeating its field, some with commas, and axios with `[]` behind the name. */
const LISTS: ReadonlySet<string> = new Set([
  'webhook_events',
  'scorecards',
  'redact',
] satisfies (keyof SubmitCallFields)[]);
const LIST_MARK = /\[\d{0,3}\]$/;
const MAX_NAME_CHARACTERS = 100;
/** RFC 7578, 4.7: forms over HTTP have no need of an encoding. These change nothing. */
const PLAIN_ENCODINGS: ReadonlySet<string> = new Set(['7bit', '8bit', 'binary', 'identity', '']);
/**
 * Bytes still read of a refused recording in a long body, so that the fingerprint of the form's content tells one
 * recording from another.
 */
const MAX_BYTES_FOR_FINGERPRINT = 1_048_576;

export interface SubmissionForm<Stored> {
  readonly fields: Readonly<Record<string, string>>;
  /** Null when the form had no recording. */
  readonly stored: Stored | null;
  /** Parts that the form must not have. The caller refuses them together with the faults in the fields. */
  readonly faults: readonly ValidationItem[];
}

/** The fields are those that came before the recording. */
type Store<Stored> = (bytes: Readable, hints: RecordingHints, fields: ReadonlyMap<string, string>) => Promise<Stored>;

export interface FormReader<Stored> {
  /** Stores the recording's bytes; its errors are thrown. */
  readonly store: Store<Stored>;
  /**
   * Whether fields that came before or after the recording make it superfluous. Then it is not stored and cannot be refused;
   * the caller deletes what was stored before such a field came.
   */
  readonly isSuperfluous: (fields: ReadonlyMap<string, string>) => boolean;
  /** Receives the form's content once the form is read to its end, even if the form is then refused. Null: not needed. */
  readonly onContent: ((content: FormContent) => void) | null;
}

/** The state that the parser's listeners share. */
interface Reading<Stored> {
  readonly parser: BusboyInstance;
  /** Null when the request has no Idempotency-Key. */
  readonly content: FormContent | null;
  readonly announcedBytes: number | null;
  readonly fields: Map<string, string>;
  readonly faults: ValidationItem[];
  /** Null until the recording begins. `bytes` is busboy's stream, `storing` the promise of `store`. */
  recording: { readonly bytes: Readable; readonly storing: Promise<Stored> } | null;
}

/** @throws ApiError 422 for a malformed form, 400 for one that is too large and when the client disconnected */
export async function readSubmissionForm<Stored>(
  request: IncomingMessage,
  reader: FormReader<Stored>,
): Promise<SubmissionForm<Stored>> {
  const { isSuperfluous, onContent } = reader;
  const reading: Reading<Stored> = {
    parser: openParser(request),
    content: onContent ? new FormContent() : null,
    announcedBytes: announcedLength(request),
    fields: new Map(),
    faults: [],
    recording: null,
  };
  const { parser, content, faults, fields } = reading;
  // Read before the pipeline starts: a pipeline that fails removes the socket from the request.
  const { socket } = request;
  collectFields(reading);
  storeRecording(reading, reader);

  try {
    await pipeline(request, parser);
  } catch (error) {
    // The parser takes a chunk to its end even after a fault in it. A recording that begins behind the fault would stay open.
    reading.recording?.bytes.destroy(error instanceof Error ? error : undefined);
    const refusal = await rejectionOf(reading.recording?.storing);
    if (refusal instanceof Error && !(refusal instanceof RecordingInterrupted)) throw refusal;
    if (socket.destroyed && !request.complete) throw bodyCutShort();
    throw error instanceof ApiError ? error : malformedForm();
  }
  if (content) onContent?.(content);
  const storing = reading.recording?.storing;
  const stored = (await (isSuperfluous(fields) ? storing?.catch(() => null) : storing)) ?? null;
  return { fields: Object.fromEntries(fields), stored, faults };
}

function openParser(request: IncomingMessage): BusboyInstance {
  try {
    return openFormParser(request, SUBMISSION_PARTS, () => new RecordingRefused('too_large', AUDIO_TOO_LARGE));
  } catch (error) {
    // Any other error: the content type has no boundary.
    throw error instanceof ApiError ? error : malformedForm();
  }
}

function collectFields({ parser, content, fields, faults }: Reading<unknown>): void {
  // The reader gives undefined for a part without a name, which its types do not say.
  parser.on('field', (given: string | undefined, text, _, isTruncated, encoding) => {
    const sentName = given ?? '';
    content?.addField(sentName, text);
    const listName = sentName.replace(LIST_MARK, '');
    const name = LISTS.has(listName) ? listName : sentName;
    const fault =
      findNameFault(name) ??
      (isTruncated ? TOO_LONG : null) ??
      findEncodingFault(encoding) ??
      (fields.has(name) && !LISTS.has(name) ? valueFault('the field is given more than once') : null);
    if (fault !== null) faults.push({ ...fault, loc: ['body', name.length > MAX_NAME_CHARACTERS ? '' : name] });
    const earlier = LISTS.has(name) ? fields.get(name) : undefined;
    fields.set(name, earlier === undefined ? text : `${earlier},${text}`);
  });
}

type PartFault = Pick<ValidationItem, 'type' | 'msg'>;

const TOO_LONG: PartFault = { type: 'string_too_long', msg: 'The field is too long' };

const valueFault = (reason: string): PartFault => ({ type: 'value_error', msg: valueError(reason) });

function findNameFault(name: string): PartFault | null {
  if (name.length > MAX_NAME_CHARACTERS) return TOO_LONG;
  return /\p{Cc}/u.test(name) ? valueFault('names of fields must not have control characters') : null;
}

function findEncodingFault(encoding: string): PartFault | null {
  if (PLAIN_ENCODINGS.has(encoding.trim())) return null;
  return valueFault('a Content-Transfer-Encoding is not taken here, send the bytes as they are');
}

/** Hands the first recording to `store` and skips every other file. */
function storeRecording<Stored>(reading: Reading<Stored>, { store, isSuperfluous }: FormReader<Stored>): void {
  const { parser, content, faults, announcedBytes, fields } = reading;
  parser.on('file', (given: string | undefined, bytes, fileName: string | undefined, encoding, mimeType) => {
    // The parser emits 'error' on a file that it gives up. Without a listener the error would end the process.
    bytes.on('error', () => undefined);
    const name = given ?? '';
    content?.addFile(name, bytes);
    const fault =
      name === FILE_FIELD
        ? ((reading.recording ? valueFault('one recording at a time') : null) ?? findEncodingFault(encoding))
        : (findNameFault(name) ?? valueFault('no file is expected here'));
    if (fault !== null) {
      faults.push({ ...fault, loc: ['body', name.length > MAX_NAME_CHARACTERS ? '' : name] });
      bytes.resume();
      return;
    }
    if (isSuperfluous(fields)) {
      bytes.resume();
      return;
    }
    // `content` listens to the bytes too, so storage reads them from a stream between the two.
    const source = content ? relayOf(bytes) : bytes;
    const hints = {
      fileName: fileName ?? null,
      mimeType,
      announcedBytes,
      certainBytes: Math.max(0, (announcedBytes ?? 0) - MAX_FIELDS_BYTES),
    };
    const storing = store(source, hints, fields);
    reading.recording = { bytes, storing };
    storing.catch((error: Error) => {
      if (source instanceof PassThrough) bytes.unpipe(source);
      skipRest(reading, bytes, error);
    });
  });
}

/**
 * The recording was refused. The rest of it is not read, with two exceptions: many clients read no response before they
 * have sent the whole body, so a short body is read to its end; and the fingerprint needs the beginning of a long one.
 */
function skipRest({ parser, content, announcedBytes }: Reading<unknown>, bytes: Readable, refusal: Error): void {
  const isShort = announcedBytes !== null && announcedBytes <= MAX_FULLY_READ_BYTES;
  const maxBytes = isShort ? MAX_FULLY_READ_BYTES : content ? MAX_BYTES_FOR_FINGERPRINT : 0;
  if (maxBytes === 0 || (bytes.destroyed && !bytes.readableEnded)) {
    parser.destroy(refusal);
    return;
  }
  let skippedBytes = 0;
  // A stream with a 'readable' listener does not flow, and the reader that stopped has left its listener.
  bytes.removeAllListeners('readable').on('data', (chunk: Buffer) => {
    skippedBytes += chunk.length;
    if (skippedBytes > maxBytes) parser.destroy(refusal);
  });
  bytes.resume();
}

function relayOf(bytes: Readable): PassThrough {
  const relay = new PassThrough().on('error', () => undefined);
  bytes.on('error', (error) => relay.destroy(error));
  return bytes.pipe(relay);
}

/** The length of the whole form; null for a chunked body. */
function announcedLength({ headers }: IncomingMessage): number | null {
  const length = headers['content-length'];
  return length === undefined ? null : Number(length);
}

function malformedForm(): ApiError {
  return invalid([{ type: 'value_error', loc: ['body'], msg: 'Value error, the multipart form is malformed' }]);
}

async function rejectionOf(work: Promise<unknown> | undefined): Promise<unknown> {
  const [outcome] = await Promise.allSettled([work]);
  return outcome?.status === 'rejected' ? outcome.reason : null;
}
