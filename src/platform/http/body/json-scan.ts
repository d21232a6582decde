// Looks at the bytes of JSON before they are parsed: a millisecond for each 250 kB. JSON.parse would block the event loop for
// 0.4 s on 1 MiB of brackets, and for 1.5 s on 4 MiB of members; JSON.stringify of thousands of levels overflows the stack.

/** Maximum number of members and elements of a body, or of what is parsed of it at once. No valid request comes near. */
export const MAX_VALUES = 20_000;

/** No valid request nests deeper than 3. */
const MAX_NESTING_DEPTH = 100;
/** An array is cut once so much of it has passed since the last cut. */
const CUT_BYTES = 65_536;
const CUT_VALUES = 2_000;

export interface JsonLimits {
  readonly maxValues: number;
  /** Maximum of an element of a cut array, and of all that is in none. */
  readonly maxValuesAtOnce: number;
  /** Maximum of one object. */
  readonly maxMembers: number;
}

export const UNLIMITED: JsonLimits = {
  maxValues: Number.POSITIVE_INFINITY,
  maxValuesAtOnce: Number.POSITIVE_INFINITY,
  maxMembers: Number.POSITIVE_INFINITY,
};

/** Large array that is a member of the outermost object, and where it can be cut into elements. */
export interface CutArray {
  /** Indexes of the commas. */
  readonly cuts: readonly number[];
  /** Index of its first byte behind the bracket. */
  readonly start: number;
  /** Index of the bracket that ends it. */
  readonly end: number;
}

/** Says where a large document may be cut; JSON.parse of the pieces says whether it is one. */
export class JsonScan {
  readonly arrays: CutArray[] = [];
  tooDeep = false;
  tooManyValues = false;
  private at = 0;
  private depth = 0;
  private inString = false;
  /** Members that may follow in each open object; infinite for an array. */
  private readonly left: number[] = [];
  private list: { readonly start: number; readonly cuts: number[] } | null = null;
  private valuesOutside = 0;
  private valuesOfCuts = 0;
  /** Values of the list since its last cut. */
  private values = 0;

  constructor(
    private readonly json: Buffer,
    private readonly limits: JsonLimits,
  ) {}

  get isAtEnd(): boolean {
    return this.at >= this.json.length || this.tooDeep || this.tooManyValues;
  }

  /** @param bytes to look at */
  go(bytes: number): void {
    const { json } = this;
    const end = Math.min(json.length, this.at + bytes);
    let { at, inString } = this;
    for (; at < end; at++) {
      const byte = json[at];
      if (inString) {
        if (byte === BACKSLASH) at++;
        else if (byte === QUOTE) inString = false;
      } else if (byte === QUOTE) inString = true;
      else if (byte === COMMA) this.onComma(at);
      else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) this.onOpen(at);
      else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) this.onClose(at);
      else continue;
      if (this.isAtEnd) break;
    }
    this.at = at;
    this.inString = inString;
  }

  private onOpen(at: number): void {
    const byte = this.json[at];
    this.count();
    this.depth += 1;
    this.tooDeep = this.depth > MAX_NESTING_DEPTH;
    const isArray = byte === OPEN_BRACKET;
    if (this.depth === 2 && isArray && this.left[0] !== Number.POSITIVE_INFINITY)
      this.list = { start: at + 1, cuts: [] };
    this.left.push(isArray ? Number.POSITIVE_INFINITY : this.limits.maxMembers - 1);
  }

  private onComma(at: number): void {
    this.count();
    const top = this.left.length - 1;
    this.left[top] = (this.left[top] ?? 0) - 1;
    if ((this.left[top] ?? 0) < 0) this.tooManyValues = true;
    if (this.depth !== 2 || this.list === null) return;
    const { start, cuts } = this.list;
    if (at - (cuts.at(-1) ?? start) < CUT_BYTES && this.values < CUT_VALUES) return;
    cuts.push(at);
    this.valuesOfCuts += this.values;
    this.values = 0;
  }

  private onClose(at: number): void {
    this.depth -= 1;
    this.left.pop();
    if (this.depth !== 1 || this.list === null) return;
    const { start, cuts } = this.list;
    if (cuts.length > 0) {
      this.arrays.push({ start, cuts, end: at });
      this.valuesOfCuts += this.values;
    } else this.valuesOutside += this.values;
    this.list = null;
    this.values = 0;
    this.check();
  }

  /** Each value follows a bracket or a comma. */
  private count(): void {
    if (this.list === null) this.valuesOutside += 1;
    else this.values += 1;
    this.check();
  }

  private check(): void {
    const { maxValues, maxValuesAtOnce } = this.limits;
    const { values, valuesOutside, valuesOfCuts } = this;
    this.tooManyValues ||=
      Math.max(values, valuesOutside) > maxValuesAtOnce || values + valuesOutside + valuesOfCuts > maxValues;
  }
}

const [QUOTE, BACKSLASH, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE, COMMA] = Buffer.from('"\\[]{},');
