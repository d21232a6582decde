// Writes HTML in which every inserted text is escaped, because the words of a call are anyone's words.
import { escapeHtml } from '../platform/http/pages/page.js';

/** Mark-up that may stand in a page as it is. */
export class Html {
  constructor(readonly text: string) {}

  toString(): string {
    return this.text;
  }
}

export type Part = Html | string | number | null | readonly Part[];

/** A template whose texts are escaped; null gives nothing. Attribute values must stand in double quotes. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, index) => text + render(parts[index - 1] ?? null) + string));
}

/** @param source style or script of our own: it is not escaped */
export function trusted(source: string): Html {
  return new Html(source);
}

function render(part: Part): string {
  if (part === null) return '';
  if (part instanceof Html) return part.text;
  if (typeof part === 'object') return part.map(render).join('');
  return escaped(String(part));
}

/** Also leaves out the characters that HTML forbids: controls and lone surrogates. */
function escaped(text: string): string {
  return escapeHtml(text.toWellFormed().replace(/[^\P{Cc}\n\t]/gu, ''));
}
