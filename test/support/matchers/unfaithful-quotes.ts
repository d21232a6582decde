// Finds invented quotations in results. Shares no code with the service, so that it can control the service's checks.

interface SpokenSegment {
  readonly id: number;
  readonly speaker: string;
  readonly text: string;
}

/**
 * Searches a result of any shape. Returns one sentence for every quotation that is not a verbatim part of the segment it
 * names or not by the speaker it names, and for every `evidence` that is not one of the quotations beside it.
 */
export function findUnfaithfulQuotes(results: unknown, segments: readonly SpokenSegment[]): string[] {
  const faults: string[] = [];
  const walk = (value: unknown, path: string): void => {
    if (value === null || typeof value !== 'object') return;
    if ('quote' in value) {
      const cited = segments.find(({ id }) => 'segment_id' in value && id === value.segment_id);
      const quote = String(value.quote);
      if (quote.trim() === '' || !cited?.text.includes(quote)) faults.push(`${path}: not said: ${quote}`);
      if (!('speaker' in value) || cited?.speaker !== value.speaker)
        faults.push(`${path}: not by this speaker: ${quote}`);
    }
    if ('evidence' in value && value.evidence !== '') {
      const citations: unknown[] = 'citations' in value && Array.isArray(value.citations) ? value.citations : [];
      const quotes = citations.map((each) => (each && typeof each === 'object' && 'quote' in each ? each.quote : null));
      if (!quotes.includes(value.evidence)) faults.push(`${path}: evidence without a citation: ${value.evidence}`);
    }
    for (const [name, part] of Object.entries(value)) walk(part, `${path}.${name}`);
  };
  walk(results, 'results');
  return faults;
}
