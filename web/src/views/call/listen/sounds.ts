// The waveform of a call, as the lanes draw it.
import { useEffect, useState } from 'preact/hooks';
import type { Waveform } from '../../../../../clients/typescript/src/browser.js';
import { read } from '../../../api/api.js';
import type { Sound } from '../../../drawing/lanes.js';
import { whenIdle } from '../../../page/idle.js';

const NONE: readonly Sound[] = [];

/** Empty until it is there, and where there is none: the turns are drawn without it. */
export function useSounds(id: string): readonly Sound[] {
  const [sounds, setSounds] = useState(NONE);
  useEffect(() => {
    const ending = new AbortController();
    const stop = whenIdle(() => {
      read((client) => client.analyses.waveform(id, { signal: ending.signal }), ending.signal).then(
        (waveform) => ending.signal.aborted || setSounds(soundsOf(waveform)),
        // 404: the sound of a scenario, and of early recordings, is not known.
        () => undefined,
      );
    });
    return () => {
      stop();
      ending.abort();
    };
  }, [id]);
  return sounds;
}

/** A pair of numbers for each channel, pixel by pixel; the second one is the loudest sample. */
function soundsOf({ channels, length, data, samples_per_pixel, sample_rate }: Waveform): Sound[] {
  const step = (samples_per_pixel * 1000) / sample_rate;
  return Array.from({ length: channels }, (_, channel) => ({
    channel: channels === 1 ? null : channel,
    ms_per_peak: step,
    peaks: Uint8Array.from({ length }, (_peak, pixel) => data[2 * (pixel * channels + channel) + 1] ?? 0),
  }));
}
