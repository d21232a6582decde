// Detects the language of a call from its text, for engines that name none or an obviously wrong one. A wrong language is worse
// than none.

/**
 * Languages that can be detected, ISO 639-1. The library also knows their neighbours, so that it does not confuse them. Left out,
 * for example: Malay (Indonesian is taken for it), Bulgarian (Macedonian), Croatian (Bosnian), Hindi (Nepali).
 */
const RECOGNISED: ReadonlySet<string> = new Set(
  'ar cs da de el en es fi fr he hu it ja ko nl no pl pt ro ru sk sv th tr uk vi zh'.split(' '),
);
/** Approximate number of characters that the library reads of a text. */
const BLOCK_CHARS = 800;
/** Blocks that are enough of a long call, from all over it. */
const MAX_BLOCKS = 60;
/** Letters of a block; in less text the library is wrong now and then: in 60 letters of a call in 2 of 3,660 cases. */
const MIN_BLOCK_LETTERS = 60;
/**
 * Minimum lead over the next language. Leads are 0.09 and more on the calls of the quality bench, 0.03 between Russian and
 * Ukrainian or Norwegian and Danish, and 0.001 of Spanish on a text in Galician.
 */
const MIN_LEAD = 0.02;
/** Letters in one language below which no language is named. */
const MIN_LETTERS = 100;
/** Minimum share of the text. A call in two languages has no single language unless one of them reaches this share. */
const MIN_SHARE = 2 / 3;
/**
 * Demands for saying that the engine is wrong. Leads are 0.09 and more on the calls of the quality bench, and at most 0.075 on
 * texts in languages that the library does not know and takes for another with confidence, but for {@link TAKEN_FOR}.
 */
const OVERRULING: Demands = { minLead: 0.08, minShare: 0.8 };
/** Languages that the library does not know, with the neighbours that it confuses them with. Here the engine is trusted. */
const TAKEN_FOR: Readonly<Record<string, string>> = {
  af: 'nl',
  an: 'es',
  co: 'it',
  fy: 'nl',
  gl: 'es pt',
  lb: 'de',
  li: 'nl',
  nb: 'no da sv',
  nn: 'no da sv',
  wa: 'fr',
  yi: 'he de',
};
/** Scripts without spaces, in which a character says as much as two letters. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/gu;

interface Demands {
  readonly minLead: number;
  readonly minShare: number;
}

interface SpokenText {
  readonly channel: number | null;
  readonly speaker: string | null;
  readonly text: string;
}

/** @returns ISO 639-1; null where the text is short, in several languages, or in one that is easily taken for another */
export function detectLanguage(segments: readonly SpokenText[]): Promise<string | null> {
  return tellLanguage(segments, { minLead: MIN_LEAD, minShare: MIN_SHARE });
}

/**
 * @param named by the engine, ISO 639-1
 * @returns the language of the text when it is clearly another one; null when the engine may be right
 */
export async function findOtherLanguage(segments: readonly SpokenText[], named: string): Promise<string | null> {
  const told = await tellLanguage(segments, OVERRULING);
  if (told === null || told === named || TAKEN_FOR[named]?.split(' ').includes(told)) return null;
  return told;
}

async function tellLanguage(segments: readonly SpokenText[], { minLead, minShare }: Demands): Promise<string | null> {
  const blocks = spread(blocksOf(segments), MAX_BLOCKS);
  if (countLetters(blocks.join(' ')) < MIN_LETTERS) return null;
  // Loaded with the first call that needs it: its tables take 20 MB.
  const { eld } = await import('eld/extrasmall');
  const lettersOf = new Map<string, number>();
  let all = 0;
  for (const block of blocks) {
    const letters = countLetters(block);
    all += letters;
    if (letters < MIN_BLOCK_LETTERS) continue;
    const { language, isReliable, getScores } = eld.detect(block);
    const [score = 0, next = 0] = Object.values(getScores());
    if (!isReliable() || score - next < minLead) continue;
    lettersOf.set(language, (lettersOf.get(language) ?? 0) + letters);
  }
  const [main] = [...lettersOf].sort(([, a], [, b]) => b - a);
  if (main === undefined) return null;
  const [language, letters] = main;
  return letters >= MIN_LETTERS && letters >= minShare * all && RECOGNISED.has(language) ? language : null;
}

/** Blocks of each speaker's text, since two speakers may speak two languages. */
function blocksOf(segments: readonly SpokenText[]): string[] {
  const bySpeaker = new Map<string, string[]>();
  for (const { channel, speaker, text } of segments) {
    const key = `${channel} ${speaker}`;
    const blocks = bySpeaker.get(key) ?? [''];
    bySpeaker.set(key, blocks);
    const joined = `${blocks.at(-1)} ${text}`.trim();
    if (joined.length <= BLOCK_CHARS) blocks[blocks.length - 1] = joined;
    else blocks.push(text);
  }
  return [...bySpeaker.values()].flat();
}

/** At most `count` of the blocks, at equal distances. */
function spread(blocks: readonly string[], count: number): string[] {
  const step = Math.max(1, blocks.length / count);
  return Array.from({ length: Math.min(blocks.length, count) }, (_, at) => blocks[Math.floor(at * step)] ?? '');
}

function countLetters(text: string): number {
  return (text.match(/[\p{L}\p{M}]/gu)?.length ?? 0) + (text.match(DENSE)?.length ?? 0);
}
