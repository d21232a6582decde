// Which audio tracks of a file are heard: two of one channel each are the two channels of a call, as recorders of both parties
// write them; of any others the default track, else the first.

export interface TrackChoice {
  /** Numbers among the audio tracks. Two are channels 0 and 1. */
  readonly tracks: readonly [number] | readonly [number, number];
  readonly audioTracks: number;
}

const AUDIO_TRACK = /^\[info\] +Stream #0:\d+[^\s:]*: Audio: (.*)$/gm;

/** @param description what ffmpeg says of the file */
export function chooseTracks(description: string): TrackChoice | null {
  const listed = [...description.matchAll(AUDIO_TRACK)].map(([, line = '']) => ({
    isMono: / mono\b/.test(line),
    isDefault: line.includes('(default)'),
  }));
  if (listed.length === 0) return null;
  const audioTracks = listed.length;
  if (audioTracks === 2 && listed.every(({ isMono }) => isMono)) return { tracks: [0, 1], audioTracks };
  const chosen = listed.findIndex(({ isDefault }) => isDefault);
  return { tracks: [Math.max(0, chosen)], audioTracks };
}
