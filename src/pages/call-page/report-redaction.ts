// Redaction of a call as a report shows it.
import type { RedactionResponse } from '../../calls/results/redaction.response.js';
import { type Html, html } from '../../platform/http/pages/html.js';

/** Labels that replace masked text. */
const LABEL = /(\[[A-Z0-9_]+_\d+\]|####)/;

const SOUND: Readonly<Record<RedactionResponse['audio'], string>> = {
  original: 'The recording is the original.',
  redacted: 'The recording is masked in the same places.',
  withheld: 'The recording is withheld.',
};

/** Null where nothing was to be masked. */
export function redactionNote({ status, types, audio, original, limits }: RedactionResponse): Html | null {
  if (status === 'none') return null;
  const counts = Object.entries(types).map(([type, count]) => `${count} × ${type.replaceAll('_', ' ')}`);
  const sentences = [
    counts.length === 0 ? 'Nothing to mask was found.' : `Masked: ${counts.join(', ')}.`,
    ...(status === 'withheld' ? ['Not everything could be masked exactly, so whole turns are masked.'] : []),
    SOUND[audio],
    ...(original === 'deleted' ? ['The original is deleted.'] : []),
    ...(limits.includes('names_by_cues')
      ? ['Names and addresses were detected only after words such as “my name is”.']
      : []),
    ...(limits.includes('unknown_language') ? ['Spoken numbers are not detected in this language.'] : []),
  ];
  return html`<p class="note redaction">${sentences.join(' ')}</p>`;
}

export function withMarks(text: string, { status }: RedactionResponse): Html {
  if (status === 'none') return html`${text}`;
  // Every second part is a label.
  return html`${text.split(LABEL).map((part, at) => (at % 2 === 0 ? html`${part}` : html`<mark>${part}</mark>`))}`;
}
