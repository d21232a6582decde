// Redaction of a call as a report shows it.
import type { RedactionResponse } from '../../calls/results/redaction.response.js';
import { type Html, html } from '../../platform/http/pages/html.js';

/** Labels that replace masked text. */
const LABEL = /(\[[A-Z0-9_]+_\d+\]|####)/;

const SOUND: Readonly<Record<RedactionResponse['audio'], string>> = {
  original: 'The recording is as it was sent.',
  redacted: 'The recording is masked in the same places.',
  withheld: 'The recording is withheld.',
};

/** Null where nothing was to be masked. */
export function redactionNote({ status, types, audio, original, limits }: RedactionResponse): Html | null {
  if (status === 'none') return null;
  const counts = Object.entries(types).map(([type, count]) => `${count} × ${type.replaceAll('_', ' ')}`);
  const sentences = [
    counts.length === 0 ? 'Nothing was found that is to be masked.' : `Masked: ${counts.join(', ')}.`,
    ...(status === 'withheld' ? ['Not all could be masked exactly, so that whole turns are masked.'] : []),
    SOUND[audio],
    ...(original === 'deleted' ? ['The original is deleted.'] : []),
    ...(limits.includes('names_by_cues') ? ['Names and addresses were found after cues only.'] : []),
    ...(limits.includes('unknown_language') ? ['Numbers that are spoken in this language are not known.'] : []),
  ];
  return html`<p class="note redaction">${sentences.join(' ')}</p>`;
}

export function withMarks(text: string, { status }: RedactionResponse): Html {
  if (status === 'none') return html`${text}`;
  // Every second part is a label.
  return html`${text.split(LABEL).map((part, at) => (at % 2 === 0 ? html`${part}` : html`<mark>${part}</mark>`))}`;
}
