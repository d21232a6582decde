// Format of the scenario files, and conversion of a script into words with times.
import { z } from 'zod';
import type { HeardKeys, HeardScenario, HeardTurn } from '../../ports/scenario.js';
import type { Word } from '../../ports/transcript.js';

const turn = z.strictObject({
  /** Left out in a mono recording. */
  channel: z.int().min(0).max(1).optional(),
  /** Who speaks in a mono recording. */
  voice: z.string().optional(),
  /** Time from the end of the previous turn, in milliseconds; negative when the speakers overlap. */
  afterMs: z.int(),
  /** Duration of the turn, in milliseconds. */
  ms: z.int().positive(),
  text: z.string().min(1),
  /** Mean probability of its words. */
  confidence: z.number().min(0).max(1),
});

/** Telephone keys instead of a turn. */
const keys = z.strictObject({
  channel: z.int().min(0).max(1).optional(),
  afterMs: z.int(),
  ms: z.int().positive(),
  /** Number of keys pressed. */
  keys: z.int().min(3),
});

export const SCENARIO_SCRIPT = z.strictObject({
  language: z.string().regex(/^[a-z]{2}$/),
  channels: z.int().min(1).max(2),
  /** Level of the voices and of the background, in dB relative to full scale. */
  levelDb: z.number(),
  noiseDb: z.number(),
  /**
   * Parts of the call. A part is said once for each of its `for`, whose values replace `{name}` in the texts; without `for`,
   * once.
   */
  parts: z.array(
    z.strictObject({
      for: z.array(z.record(z.string(), z.string())).optional(),
      turns: z.array(z.union([turn, keys])),
    }),
  ),
  /** Time after the last turn, in milliseconds. */
  endMs: z.int().min(0),
});

export type ScenarioScript = z.infer<typeof SCENARIO_SCRIPT>;
type Turn = z.infer<typeof turn>;

export function hearScript({ language, channels, levelDb, noiseDb, parts, endMs }: ScenarioScript): HeardScenario {
  const turns: HeardTurn[] = [];
  const pressed: HeardKeys[] = [];
  let at = 0;
  for (const { for: rounds = [{}], turns: said } of parts) {
    for (const values of rounds) {
      for (const each of said) {
        const startMs = at + each.afterMs;
        at = startMs + each.ms;
        if ('keys' in each) pressed.push({ channel: each.channel ?? null, startMs, endMs: at, keys: each.keys });
        else turns.push(heardTurn(each, startMs, filledIn(each.text, values), levelDb));
      }
    }
  }
  return { durationMs: at + endMs, channels, language, noiseDb, turns, keys: pressed };
}

function heardTurn(
  { channel, voice, ms, confidence }: Turn,
  startMs: number,
  text: string,
  levelDb: number,
): HeardTurn {
  const endMs = startMs + ms;
  const words = wordsOf(text, startMs, endMs, confidence);
  return { channel: channel ?? null, voice: voice ?? null, startMs, endMs, text, words, levelDb };
}

function filledIn(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name] ?? placeholder);
}

/** Words with times: each word gets a share of the turn in proportion to its letters. */
function wordsOf(text: string, startMs: number, endMs: number, confidence: number): readonly Word[] {
  const msPerLetter = (endMs - startMs) / (text.length + 1);
  let at = startMs;
  return text.split(' ').map((word) => {
    const from = at;
    at += (word.length + 1) * msPerLetter;
    return { text: word, startMs: Math.round(from), endMs: Math.round(at), confidence };
  });
}
