/**
 * The parsed address; null when the text is no address. Not `URL.canParse`: once V8 has optimised its caller, after some
 * thousands of calls, that refuses every address with a Latin-1 letter such as ü (seen with Node 20.20).
 */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}

/** An IPv6 address stands in brackets in a URL. */
export function bare(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}
