// What people, callers and programs may have put into any text: each would run, or leave its place, where a text became mark-up,
// a script, an address or a format. `hit()` is watched by the pages of the tests.
// cspell:ignore srcdoc onload onerror ontoggle onfocus onbegin autofocus xlink
import type { Locator } from 'playwright-core';

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

/** Types each of them into the field, and lets the page draw what it makes of it. All in the page: a fill for each takes long. */
export async function typeHostileStrings(field: Locator): Promise<void> {
  await field.evaluate(TYPE_EACH, HOSTILE_STRINGS);
}

/** As text, since the tests know no types of browsers. */
const TYPE_EACH = `async (field, texts) => {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value');
  for (const text of texts) {
    set.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await new Promise((drawn) => setTimeout(drawn));
  }
}`;
