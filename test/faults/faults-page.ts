// Renders the list of faults as the page `docs/faults.md`.
import { titlesOf } from '../support/matchers/test-titles.js';
import { FAULT_GROUPS } from './list/all-faults.js';
import type { Fault, FaultGroup, NamedTest } from './list/fault.js';

const INTRODUCTION = `# Faults the service survives

This page lists one hundred and three faults and abuses, each with:

- what must happen;
- the tests that show it: the file under \`test/\`, and in it the titles of the \`describe\` blocks and of the test. In a
  title, \`%s\`, \`%i\` and \`$name\` stand for the cases that the test runs through;
- *Seen to fail*: what was removed from the service or broken, one thing at a time, to see the tests fail, and what the
  tests then saw.

After each test that runs real processes, the test compares everything that these processes left behind: database rows,
ledger entries, stored objects, notifications and counters must agree (\`test/support/matchers/invariants.ts\`).

\`npm run test:faults\` runs the short form of these tests, \`npm run test:faults:long\` the long tests at full length. The
latter also runs the tests that take minutes, that need a machine of their own, or that need the history of the repository.

\`UPDATE_FAULTS=1 npx vitest run --project unit test/faults/faults.unit.test.ts\` generates this page from
\`test/faults/list/\`.
`;

/** The whole text of `docs/faults.md`. */
export function faultsPage(): string {
  return [INTRODUCTION, tableOfContents(), ...FAULT_GROUPS.map(groupSection)].join('\n');
}

function tableOfContents(): string {
  const lines = FAULT_GROUPS.map(({ title, faults }) => {
    const anchor = title.toLowerCase().replaceAll(',', '').replaceAll(' ', '-');
    return `- [${title}](#${anchor}): ${faults[0]?.number} to ${faults.at(-1)?.number}\n`;
  });
  return `## Contents\n\n${lines.join('')}`;
}

function groupSection({ title, faults }: FaultGroup): string {
  return [`## ${title}\n`, ...faults.map(faultSection)].join('\n');
}

function faultSection({ number, title, outcome, tests, seenToFail }: Fault): string {
  const paragraphs = [
    `### ${number}. ${escapeMarkdown(title)}`,
    `**Must happen:** ${escapeMarkdown(outcome)}`,
    `**Tests:**\n\n${tests.map(testItem).join('\n')}`,
    ...(seenToFail === null ? [] : [`**Seen to fail:** ${escapeMarkdown(seenToFail)}`]),
  ];
  return `${paragraphs.join('\n\n')}\n`;
}

function testItem({ file, title }: NamedTest): string {
  const path = [...(titlesOf(file).get(title) ?? []), title].map(escapeMarkdown).join(' › ');
  return `- [${file}](../test/${file}.test.ts): ${path}`;
}

/** Leaves code spans as they are. */
function escapeMarkdown(text: string): string {
  return text.replace(/`[^`]*`|[\\*_<>]/g, (found) => (found.startsWith('`') ? found : `\\${found}`));
}
