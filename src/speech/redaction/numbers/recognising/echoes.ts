// Parts of what was found that are said again near it: the other party reads back the last four digits. Pure.
import type { Candidate } from './candidate.js';
import type { Found } from './found.js';

const CONFIDENCE = 0.6;
/** Fewer digits are said again by chance. */
const MIN_DIGITS = 4;
const MAX_DIGITS = 40;
/** Tokens of the call between what was found and its echo. */
const MAX_DISTANCE = 120;
/** A bound on work: of so many that share four digits the last ones are looked at. */
const MAX_LIKE = 8;

/** Linear: what was found is looked up by four digits. */
export function echoesOf(candidates: readonly Candidate[], found: readonly Found[]): Found[] {
  const known = new Set(found.map(({ stream, from }) => `${stream.speaker}:${from}`));
  const byDigits = new Map<string, Found[]>();
  for (const each of found) {
    const digits = each.content.slice(0, MAX_DIGITS);
    for (let at = 0; at + MIN_DIGITS <= digits.length; at += 1) {
      const key = digits.slice(at, at + MIN_DIGITS);
      const like = byDigits.get(key) ?? [];
      byDigits.set(key, like);
      if (like.at(-1) !== each) like.push(each);
    }
  }
  return candidates.flatMap(({ run, readings, from, to }) => {
    const [said = ''] = readings;
    if (run.isQuantity || run.shape !== null || said.length < MIN_DIGITS || said.length > MAX_DIGITS) return [];
    if (known.has(`${run.stream.speaker}:${from}`)) return [];
    const like = (byDigits.get(said.slice(0, MIN_DIGITS)) ?? []).slice(-MAX_LIKE);
    const echoed = like.find((each) => each.content.includes(said) && isNear(each, orderOf(run.stream, from)));
    return echoed ? [{ type: echoed.type, confidence: CONFIDENCE, content: said, stream: run.stream, from, to }] : [];
  });
}

function isNear({ stream, from, to }: Found, order: number): boolean {
  return order >= orderOf(stream, from) - MAX_DISTANCE && order <= orderOf(stream, to - 1) + MAX_DISTANCE;
}

function orderOf({ tokens }: Found['stream'], at: number): number {
  return tokens[at]?.order ?? 0;
}
