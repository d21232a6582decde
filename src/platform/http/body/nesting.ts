// JSON that nests too deep for what walks through it later: JSON.stringify of thousands of levels overflows the stack, and
// JSON.parse alone would block the event loop for 0.4 s on 1 MiB of brackets.

/** No valid request nests deeper than 3. */
const MAX_NESTING_DEPTH = 100;

export function nestsTooDeep(json: Buffer): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < json.length; index++) {
    const byte = json[index];
    if (inString) {
      if (byte === BACKSLASH) index++;
      else if (byte === QUOTE) inString = false;
    } else if (byte === QUOTE) inString = true;
    else if (byte === OPEN_BRACKET || byte === OPEN_BRACE) {
      if (++depth > MAX_NESTING_DEPTH) return true;
    } else if (byte === CLOSE_BRACKET || byte === CLOSE_BRACE) depth--;
  }
  return false;
}

const [QUOTE, BACKSLASH, OPEN_BRACKET, CLOSE_BRACKET, OPEN_BRACE, CLOSE_BRACE] = Buffer.from('"\\[]{}');

/** @returns undefined for what the body of a request could not be */
export function parseAsBody(json: string): unknown {
  try {
    return nestsTooDeep(Buffer.from(json)) ? undefined : JSON.parse(json);
  } catch {
    return undefined;
  }
}
