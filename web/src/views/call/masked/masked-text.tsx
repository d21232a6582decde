import type { ComponentChildren } from 'preact';

/** What stands in place of masked words: `[CARD_NUMBER_1]`, or `####`. */
const MASKED = /(\[[A-Z][A-Z0-9_]*_\d+\]|####)/;

/** The text as it is, with what is masked set apart. Marked or copied, it reads as before. */
export function maskedText(text: string): ComponentChildren {
  const parts = text.split(MASKED);
  if (parts.length === 1) return text;
  return parts.map((part, at) =>
    at % 2 === 1 ? (
      <span class="masked" key={at}>
        {part}
      </span>
    ) : (
      part
    ),
  );
}
