// Cuts the text of a manifest into lines, or a JSON array into its items. Only one of them is ever in memory.

/** A body of `POST /analysis/from-url` with every field at its maximum is shorter. */
export const MAX_LINE_CHARACTERS = 65_536;
/** Characters kept of a line that is too long. */
const SHOWN_CHARACTERS = 1_000;

/** Error whose message is a sentence for the client. */
export class ManifestUnreadable extends Error {
  override readonly name = 'ManifestUnreadable';
}

export interface TextLine {
  readonly line: number;
  readonly text: string;
  readonly isCut: boolean;
}

/** Yields lines without blank ones. Skips the rest of a line that is too long. */
export async function* textLines(texts: AsyncIterable<string>): AsyncGenerator<TextLine> {
  let line = 1;
  let begun = '';
  let isCut = false;
  const ended = function* (): Generator<TextLine> {
    const text = isCut ? begun.slice(0, SHOWN_CHARACTERS) : begun.trim();
    if (text !== '') yield { line, text, isCut };
    begun = '';
    isCut = false;
    line++;
  };
  const add = (part: string) => {
    if (isCut) return;
    begun += part;
    if (begun.length <= MAX_LINE_CHARACTERS) return;
    isCut = true;
    begun = begun.slice(0, SHOWN_CHARACTERS);
  };
  for await (const text of texts) {
    let from = 0;
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
      add(text.slice(from, at));
      yield* ended();
      from = at + 1;
    }
    add(text.slice(from));
  }
  yield* ended();
}

/** @returns null where too little is there to say; false also for an array without objects, which is a line that is refused */
export function isJsonArray(begun: string): boolean | null {
  const [first, second] = begun
    .replace(/^\uFEFF/, '')
    .replaceAll(/\s+/g, '')
    .slice(0, 2);
  if (first === undefined) return null;
  if (first !== '[') return false;
  return second === undefined ? null : second === '{' || second === ']';
}

/** Yields the items of an array of JSON objects as lines, each with the line on which it begins. @throws ManifestUnreadable */
export async function* itemsOfArray(texts: AsyncIterable<string>): AsyncGenerator<TextLine> {
  const item = new Item();
  let depth = 0;
  let line = 1;
  let isInText = false;
  let isEscaped = false;
  let isOver = false;
  for await (const text of texts) {
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const character = text[at] ?? '';
      if (character === '\n') line += 1;
      if (isInText) {
        isInText = isEscaped || character !== '"';
        isEscaped = !isEscaped && character === '\\';
        continue;
      }
      if (isOver && character.trim() !== '') throw behindArray(line);
      if (depth > 0 && character.trim() !== '') item.begin(line);
      if (character === '"') isInText = true;
      const isEnd = character === ']' || character === '}';
      if (isEnd) depth -= 1;
      if ((character === ',' && depth === 1) || (isEnd && depth === 0)) {
        item.add(text.slice(from, at));
        yield* item.end();
        from = at + 1;
        isOver = isEnd;
      }
      if (character !== '[' && character !== '{') continue;
      depth += 1;
      if (depth === 1) from = at + 1;
    }
    if (depth > 0) item.add(text.slice(from));
  }
  if (!isOver) throw new ManifestUnreadable('The JSON array of the manifest has no end');
}

const behindArray = (line: number) =>
  new ManifestUnreadable(`Line ${line} of the manifest stands behind the end of its JSON array`);

/** An item of an array while its text arrives. */
class Item {
  private line: number | null = null;
  private text = '';
  private isCut = false;

  /** @param line counts for the first character alone */
  begin(line: number): void {
    this.line ??= line;
  }

  add(part: string): void {
    if (this.isCut) return;
    this.text += part;
    this.isCut = this.text.length > MAX_LINE_CHARACTERS;
    if (this.isCut) this.text = this.text.slice(0, SHOWN_CHARACTERS);
  }

  /** The text stands on one line, as in a manifest of lines. */
  *end(): Generator<TextLine> {
    const { isCut, line } = this;
    const text = this.text.trim();
    this.text = '';
    this.isCut = false;
    this.line = null;
    if (text !== '' && line !== null) yield { line, text, isCut };
  }
}
