// What an endpoint is called. Without the browser.
interface Named {
  readonly url: string;
  readonly description: string | null;
}

/** Its own words, else the host that it leads to. */
export function nameOf({ url, description }: Named): string {
  const words = description?.trim();
  if (words) return words;
  try {
    return new URL(url).host;
  } catch {
    return url;
  }
}
