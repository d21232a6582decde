// Chooses the audio tracks to decode. Two tracks of one channel each are the two channels of a call, as recorders of both parties
// write them. Otherwise it is the default track, else the first.

export interface TrackChoice {
  /** Numbers among the audio tracks. Two are channels 0 and 1. */
  readonly tracks: readonly [number] | readonly [number, number];
  readonly audioTracks: number;
}

const AUDIO_TRACK = /^\[info\] +Stream #0:\d+[^\s:]*: Audio: (.*)$/gm;

/** @param description ffmpeg's description of the file */
export function chooseTracks(description: string): TrackChoice | null {
  const listed = audioTracks(description).map((line) => ({
    isMono: / mono\b/.test(line),
    isDefault: line.includes('(default)'),
  }));
  if (listed.length === 0) return null;
  const count = listed.length;
  if (count === 2 && listed.every(({ isMono }) => isMono)) return { tracks: [0, 1], audioTracks: count };
  const chosen = listed.findIndex(({ isDefault }) => isDefault);
  return { tracks: [Math.max(0, chosen)], audioTracks: count };
}

/** ffmpeg's description of each audio track: codec, rate, channels. */
export function audioTracks(description: string): string[] {
  return [...description.matchAll(AUDIO_TRACK)].map(([, line = '']) => line);
}
