// Tasks of the masking thread. Pure: only plain data goes in and comes out.
import type { WantedRedaction } from '../../ports/redaction.js';
import { type Found, findSensitive } from '../../speech/redaction/find-sensitive.js';
import { type MaskedSegments, maskSegments } from '../../speech/redaction/mask-segments.js';
import type { SearchedCall, SearchedSegment, SensitiveSpan } from '../../speech/redaction/sensitive-span.js';
import { type MaskedStoredCall, maskStoredCall, type StoredMaskTask } from '../stored/mask-stored-call.js';
import { type EditedText, type EditsTask, maskEdits } from './mask-edits.js';
import { maskTyped, type TypedTask } from './mask-typed.js';

export interface MaskTask {
  readonly call: SearchedCall;
  readonly wanted: WantedRedaction;
  /** Spans that a language model proposed and the transcript confirmed. */
  readonly further: readonly SensitiveSpan[];
}

export type MaskingTask =
  | { readonly mask: MaskTask }
  | { readonly edits: EditsTask }
  | { readonly typed: TypedTask }
  | { readonly stored: StoredMaskTask };

/** Masked segments, with what finding could not do: then whole segments are masked, and the caller withholds the sound. */
export type MaskedText<Segment> = MaskedSegments<Segment> & Pick<Found, 'isLanguageKnown' | 'isExhausted'>;

export function runTask(task: MaskingTask): MaskedText<SearchedSegment> | EditedText[] | string[] | MaskedStoredCall {
  if ('stored' in task) return maskStoredCall(task.stored);
  if ('typed' in task) return maskTyped(task.typed);
  return 'edits' in task ? maskEdits(task.edits) : mask(task.mask);
}

/** Characters of the transcripts, and of what is typed, that the task searches. */
export function charactersOf(task: MaskingTask): number {
  if ('edits' in task) return task.edits.transcript.length;
  const texts =
    'mask' in task
      ? task.mask.call.segments.map(({ text }) => text)
      : 'typed' in task
        ? task.typed.texts
        : task.stored.texts.flatMap(({ kind, text }) => (kind === 'transcript' ? [text] : []));
  return texts.reduce((sum, text) => sum + text.length, 0);
}

function mask({ call, wanted, further }: MaskTask): MaskedText<SearchedSegment> {
  const { spans, isLanguageKnown, isExhausted } = findSensitive(call, wanted);
  return { ...maskSegments(call.segments, [...spans, ...further], wanted.replacement), isLanguageKnown, isExhausted };
}
