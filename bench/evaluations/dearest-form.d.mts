import type { Transcript } from '../../src/ports/transcript.js';
import type { FormQuestion } from '../../src/scorecards/form/form.js';

export const COSTLY_QUESTIONS: readonly FormQuestion[];
/** @param hours default: ten */
export function longTranscript(hours?: number): Transcript;
