// Whether a correction names what the transcript has, and changes anything. Pure.
import type { TranscriptResponse } from '../../../../calls/results/analysis-transcript.response.js';
import { correctTranscript } from './correct-transcript.js';
import { ROLES, type TranscriptChanges } from './transcript-changes.js';

/** A segment or a speaker that the transcript does not have. */
export interface ChangeFault {
  /** Path in the request. */
  readonly loc: readonly string[];
  readonly given: string | number;
  /** Null for a segment. */
  readonly allowed: readonly string[] | null;
}

export interface CheckedChanges {
  readonly faults: readonly ChangeFault[];
  /** False where there are faults. */
  readonly changesNothing: boolean;
}

export function checkChanges(stored: TranscriptResponse, changes: TranscriptChanges): CheckedChanges {
  const faults = findFaults(stored, changes);
  return { faults, changesNothing: faults.length === 0 && changesNothing(stored, changes) };
}

function findFaults({ segments }: TranscriptResponse, changes: TranscriptChanges): ChangeFault[] {
  const ids = new Set(segments.map(({ id }) => id));
  const labels = [...new Set(segments.map(({ speaker }) => speaker))].sort();
  const speakers = [...new Set([...ROLES, ...labels])];
  const ofSpeakers = Object.keys(changes.speakers)
    .filter((label) => !labels.includes(label))
    .map(
      (label): ChangeFault => ({
        loc: ['speakers', label],
        given: label,
        allowed: labels.length === 0 ? speakers : labels,
      }),
    );
  const ofSegments = changes.segments.flatMap(({ id, speaker }, at): ChangeFault[] => {
    const place = ['segments', String(at)];
    if (!ids.has(id)) return [{ loc: [...place, 'id'], given: id, allowed: null }];
    if (speaker === undefined || speakers.includes(speaker)) return [];
    return [{ loc: [...place, 'speaker'], given: speaker, allowed: speakers }];
  });
  return [...ofSpeakers, ...ofSegments];
}

/** To say who is who where the machine was not sure is a change, also where the machine was right. */
function changesNothing(stored: TranscriptResponse, changes: TranscriptChanges): boolean {
  const after = correctTranscript(stored, changes, 0);
  if (after.diarization.role_confidence !== stored.diarization.role_confidence) return false;
  return after.segments.every(({ speaker, text }, at) => {
    const before = stored.segments[at];
    return speaker === before?.speaker && text === before.text;
  });
}
