// What is drawn of a call, wherever: who has a lane, the sound in it, and the marks of time. The report of the service draws it
// as SVG, the console on a canvas. Without the browser, and without anything of the console.

/** The outline of a channel's sound. */
export interface Sound {
  /** Channel of the recording; null for the whole of it. */
  readonly channel: number | null;
  readonly ms_per_peak: number;
  /** The loudest sample of each stretch of time. */
  readonly peaks: Uint8Array;
}

export interface Spoken {
  readonly speaker: string;
  readonly channel: number | null;
  /** Seconds from the start of the call, and so is `end`. */
  readonly start: number;
  readonly end: number;
}

export interface Lane<Turn extends Spoken> {
  /** Null where no word was said: a lane then is a channel. */
  readonly speaker: string | null;
  readonly turns: readonly Turn[];
  /** Null where the sound is not known. */
  readonly sound: Sound | null;
}

/** The agent, the customer, then others by number. */
export function speakersOf(turns: readonly Pick<Spoken, 'speaker'>[]): string[] {
  const rank = (speaker: string) => (speaker === 'agent' ? '0' : speaker === 'customer' ? '1' : `2${speaker}`);
  return [...new Set(turns.map(({ speaker }) => speaker))].sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
}

/**
 * A party on a channel of its own has the sound of that channel. Parties who share one have its sound where they speak. A
 * recording without words has its channels as lanes.
 */
export function lanesOf<Turn extends Spoken>(turns: readonly Turn[], sounds: readonly Sound[]): Lane<Turn>[] {
  const lanes = speakersOf(turns).map((speaker) => {
    const own = turns.filter((turn) => turn.speaker === speaker);
    const channel = own[0]?.channel ?? null;
    const sound = sounds.find((each) => each.channel === channel) ?? (sounds.length === 1 ? sounds[0] : null) ?? null;
    return { speaker, turns: own, sound };
  });
  if (lanes.length === 0) return sounds.map((sound) => ({ speaker: null, turns: [], sound }));
  return lanes.map((lane) =>
    lanes.some((other) => other !== lane && other.sound === lane.sound) ? whileSpeaking(lane) : lane,
  );
}

function whileSpeaking<Turn extends Spoken>(lane: Lane<Turn>): Lane<Turn> {
  if (lane.sound === null) return lane;
  const { ms_per_peak: step, peaks } = lane.sound;
  const kept = new Uint8Array(peaks.length);
  for (const { start, end } of lane.turns) {
    const [from, to] = [Math.floor((start * 1000) / step), Math.ceil((end * 1000) / step)];
    kept.set(peaks.subarray(from, to), Math.min(from, peaks.length));
  }
  return { ...lane, sound: { ...lane.sound, peaks: kept } };
}

export function loudestOf(lanes: readonly { readonly sound: Sound | null }[]): number {
  let loudest = 1;
  for (const { sound } of lanes) for (const peak of sound?.peaks ?? []) loudest = Math.max(loudest, peak);
  return loudest;
}

/** Quiet sounds are drawn taller than in proportion, so that they can be seen. */
const LOUDNESS_POWER = 0.7;

/** @returns 0 to 1 of the height that there is */
export const heightOf = (peak: number, loudest: number): number => (peak / loudest) ** LOUDNESS_POWER;

/** The shortest distances of the marks of time, in seconds. */
const TICK_SECONDS = [5, 10, 15, 30, 60, 120, 300, 600, 900, 1_800, 3_600, 7_200, 14_400, 21_600];

/** The times that are written below the lanes. @param maxTicks how many of them have room */
export function ticksOf(seconds: number, maxTicks: number): number[] {
  const every = TICK_SECONDS.find((distance) => seconds / distance <= maxTicks) ?? Math.ceil(seconds / maxTicks);
  return Array.from({ length: Math.floor(seconds / every) + 1 }, (_, index) => index * every);
}
