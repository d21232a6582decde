// What people, callers and programs may have put into any text: each would run, or leave its place, where a text became mark-up,
// a script, an address or a format. `hit()` is watched by the pages of the tests.
// cspell:ignore srcdoc onload onerror ontoggle onfocus onbegin autofocus xlink

import { expect } from 'vitest';
import type { Locator } from '../../tools/playwright.mjs';

const PAYLOADS = [
  '<img src=x onerror="hit()">',
  '<script>hit()</script>',
  '<svg onload=hit()>',
  '<svg><animate onbegin=hit() attributeName=x></svg>',
  '<iframe srcdoc="<script>parent.hit()</script>"></iframe>',
  '<a href="javascript:hit()">x</a>',
  '<details open ontoggle=hit()>',
  '<input autofocus onfocus=hit()>',
  '<math><mi//xlink:href="data:x,<script>hit()</script>">',
  '<style>*{background:url("javascript:hit()")}</style>',
  "javascript:hit()//'",
  'data:text/html,<script>hit()</script>',
  '{{constructor.constructor("hit()")()}}',
  `${'$'}{hit()}`,
  '__proto__[hit]=hit()',
] as const;

/** What a text must leave first: an attribute, an element, a script, a string, a line, a direction. */
const ESCAPES = ['', '">', '</title></textarea></script>', "');", '\u202e\u0000'] as const;

/** How the same text comes by another way. */
const DISGUISES: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => encodeURIComponent(text),
  // Too long for its place, and with nowhere to break.
  (text) => `${text}${'x'.repeat(150)}`,
];

/** Three hundred, always the same, no two alike. */
export const HOSTILE_STRINGS: readonly string[] = PAYLOADS.flatMap((payload) =>
  ESCAPES.flatMap((way) => DISGUISES.map((disguise) => disguise(`${way}${payload}`))),
);

/** What the tests need of an element; they know no types of browsers. */
export interface ValueElement {
  value: string;
  dispatchEvent(event: Event): boolean;
}

/** Types each of them into the field, and lets the page draw what it makes of it. All in the page: a fill for each takes long. */
export async function typeHostileStrings(field: Locator): Promise<void> {
  await field.evaluate(async (element: ValueElement, texts: readonly string[]) => {
    // Past the property that a library may have laid over it.
    const value = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(element), 'value');
    for (const text of texts) {
      value?.set?.call(element, text);
      element.dispatchEvent(new Event('input', { bubbles: true }));
      await new Promise((drawn) => setTimeout(drawn));
    }
  }, HOSTILE_STRINGS);
  expect(await field.inputValue(), 'the last string').toBe(HOSTILE_STRINGS.at(-1));
}
