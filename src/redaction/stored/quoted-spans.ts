// What is to be masked in words that are quoted from a segment. Pure.
import type { SensitiveSpan } from '../../speech/redaction/sensitive-span.js';

interface Quoted {
  readonly texts: ReadonlyMap<number, string>;
  readonly spans: readonly SensitiveSpan[];
}

/** Spans of the quotation. Where the words stand more than once, those of the place that hides most of them. */
export function spansOfQuote({ texts, spans }: Quoted, segmentId: number, quote: string): SensitiveSpan[] {
  const text = texts.get(segmentId) ?? '';
  const groups = groupsOf(spans.filter((span) => span.segmentId === segmentId));
  if (groups.length === 0 || quote === '') return [];
  let best = { hidden: 0, spans: [] as SensitiveSpan[] };
  for (let at = text.indexOf(quote); at >= 0 && best.hidden < quote.length; at = text.indexOf(quote, at + 1)) {
    const own = groups.flatMap(({ from, to, members }) => {
      const within = { from: Math.max(0, from - at), to: Math.min(quote.length, to - at) };
      return within.from < within.to ? members.map((member) => ({ ...member, ...within })) : [];
    });
    const hidden = own.reduce((sum, span) => sum + span.to - span.from, 0);
    if (hidden > best.hidden) best = { hidden, spans: own };
  }
  return best.spans;
}

interface Group {
  readonly from: number;
  readonly to: number;
  readonly members: readonly SensitiveSpan[];
}

/** Spans that overlap are masked as one, under the label of one of them: so all of them go with each part of it. */
function groupsOf(spans: readonly SensitiveSpan[]): Group[] {
  const groups: Group[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = groups.at(-1);
    if (last === undefined || span.from >= last.to) groups.push({ from: span.from, to: span.to, members: [span] });
    else
      groups[groups.length - 1] = { from: last.from, to: Math.max(last.to, span.to), members: [...last.members, span] };
  }
  return groups;
}
