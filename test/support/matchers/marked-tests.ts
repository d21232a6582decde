// Finds the tests that a mark at the end of their title assigns to entries of numbered lists: '… [errors 3 11, limits 5-7]'.
import { readdirSync } from 'node:fs';
import { titlesOf } from './test-titles.js';

const MARK = / \[(\w+ \d[\d -]*(?:, \w+ \d[\d -]*)*)\]$/;

export interface MarkedTest {
  /** Under `test`, without `.test.ts`. */
  readonly file: string;
  /** The titles of the `describe` blocks around the test, outermost first. */
  readonly blocks: readonly string[];
  /** Without the mark. */
  readonly title: string;
}

/** @returns the marked tests by entry: `limits 5` */
export function markedTests(): ReadonlyMap<string, readonly MarkedTest[]> {
  const marked = new Map<string, MarkedTest[]>();
  for (const file of testFiles()) {
    for (const { title, blocks } of titlesOf(file)) {
      const test = { file, blocks, title: title.replace(MARK, '') };
      for (const entry of entriesOf(title)) marked.set(entry, [...(marked.get(entry) ?? []), test]);
    }
  }
  return marked;
}

/** @returns the entries that the mark of a title names, each once; none where it has no mark */
export function entriesOf(title: string): readonly string[] {
  const items = MARK.exec(title)?.[1]?.split(', ') ?? [];
  return [
    ...new Set(
      items.flatMap((item) => {
        const [list, ...numbers] = item.split(' ');
        return numbers.flatMap(range).map((number) => `${list} ${number}`);
      }),
    ),
  ];
}

function range(numbers: string): number[] {
  const [first = 0, last = first] = numbers.split('-').map(Number);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function testFiles(): string[] {
  const names = readdirSync('test', { recursive: true, encoding: 'utf8' });
  return names.flatMap((name) => (name.endsWith('.test.ts') ? [name.slice(0, -'.test.ts'.length)] : [])).sort();
}
