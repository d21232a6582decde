// Chooses the format of a rewritten recording: its own format if ffmpeg can write it with the same length, else Ogg/Opus.
import type { RecordingFormat } from '../../../ports/recording-masker.js';
import { audioTracks, chooseTracks } from '../choose-tracks.js';

/** The decoded track, as ffmpeg describes it. */
export interface SourceTrack {
  readonly codec: string;
  readonly sampleRate: number;
  readonly kbps: number | null;
}

export interface Rendition {
  readonly format: RecordingFormat;
  readonly sampleRate: number;
  /**
   * AAC has whole frames only, and no decoder cuts off the last one. Samples that are missing to a whole number of frames are put
   * in front. The file's edit list removes them again, exactly to the sample.
   */
  readonly wholeFramesOf: number | null;
  /** True where the file's header tells the samples of its only track: it need not be decoded to be counted. */
  readonly tellsLength: boolean;
  readonly args: (channels: number, leadSamples: number) => readonly string[];
}

const OPUS_RATE_HZ = 48_000;
const MAX_RATE_HZ = 96_000;
const MP3_RATES_HZ = [8000, 11_025, 12_000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000];
const AAC_RATES_HZ = [...MP3_RATES_HZ, 64_000, 88_200, 96_000];
const AAC_FRAME = 1024;
/** WAV files with other codings become many times longer as samples of 16 bits. That is allowed only up to this rate. */
const MAX_UNPACKED_RATE_HZ = 16_000;
const KEPT_PCM = ['pcm_alaw', 'pcm_mulaw', 'pcm_u8'];

/** ffmpeg's names of channel layouts, for encoders that need one. */
const LAYOUTS: Readonly<Record<number, string>> = {
  3: '3.0',
  4: 'quad',
  5: '5.0',
  6: '5.1',
  7: '6.1',
  8: '7.1',
};

/** Null when ffmpeg lists no audio track. */
export function sourceTrack(description: string): SourceTrack | null {
  const line = audioTracks(description)[chooseTracks(description)?.tracks[0] ?? 0];
  const sampleRate = Number(/, (\d+) Hz\b/.exec(line ?? '')?.[1]);
  if (line === undefined || !(sampleRate > 0)) return null;
  const kbps = /, (\d+) kb\/s/.exec(line)?.[1];
  return { codec: /^\w+/.exec(line)?.[0] ?? '', sampleRate, kbps: kbps === undefined ? null : Number(kbps) };
}

/** Rendition in the recording's own format; null when that is Ogg/Opus anyway. */
export function ownRendition(format: RecordingFormat, source: SourceTrack): Rendition | null {
  const { sampleRate } = source;
  if (sampleRate > MAX_RATE_HZ) return null;
  const rendition = (args: Rendition['args']) => ({ ...DECODED_TO_COUNT, format, sampleRate, args });
  switch (format) {
    case 'wav': {
      const isSmall = source.codec.startsWith('pcm_') || sampleRate <= MAX_UNPACKED_RATE_HZ;
      const codec = KEPT_PCM.includes(source.codec) ? source.codec : 'pcm_s16le';
      return isSmall ? { ...rendition(() => ['-c:a', codec, '-rf64', 'auto', '-f', 'wav']), tellsLength: true } : null;
    }
    case 'flac':
      return rendition((channels) => [...layout(channels), '-c:a', 'flac', '-f', 'flac']);
    case 'mp3':
      if (!MP3_RATES_HZ.includes(sampleRate)) return null;
      return rendition((channels) => ['-c:a', 'libmp3lame', '-b:a', bitRate(source, channels), '-f', 'mp3']);
    case 'm4a':
    case 'mp4':
      return AAC_RATES_HZ.includes(sampleRate) ? aac(format, source) : null;
    case 'ogg':
      if (source.codec !== 'vorbis') return null;
      return rendition((channels) => [...layout(channels), '-c:a', 'libvorbis', '-q:a', '5', '-f', 'ogg']);
    case 'webm':
      return { ...OGG_OPUS, format, args: (channels) => [...opus(channels), '-f', 'webm'] };
  }
}

const DECODED_TO_COUNT = { wholeFramesOf: null, tellsLength: false } as const;

export const OGG_OPUS: Rendition = {
  ...DECODED_TO_COUNT,
  format: 'ogg',
  sampleRate: OPUS_RATE_HZ,
  args: (channels) => [...opus(channels), '-f', 'ogg'],
};

function aac(format: 'm4a' | 'mp4', source: SourceTrack): Rendition {
  const args = (channels: number, lead: number) => [
    ...filters([...layoutFilter(channels), `asetpts=PTS-${lead}`]),
    ...['-c:a', 'aac', '-b:a', bitRate(source, channels), '-movflags', '+faststart'],
    ...['-f', format === 'm4a' ? 'ipod' : 'mp4'],
  ];
  return { ...DECODED_TO_COUNT, format, sampleRate: source.sampleRate, wholeFramesOf: AAC_FRAME, args };
}

function opus(channels: number): string[] {
  return [...layout(channels), '-c:a', 'libopus', '-b:a', `${48 * channels}k`];
}

/** Bit rate of the source, limited to a range that keeps speech intact and that MPEG audio supports for the sample rate. */
function bitRate({ sampleRate, kbps }: SourceTrack, channels: number): string {
  const [least, most] = sampleRate <= 12_000 ? [32, 64] : sampleRate <= 24_000 ? [48, 160] : [64, 320];
  return `${Math.min(most, Math.max(least * channels, kbps ?? 0))}k`;
}

function layout(channels: number): string[] {
  return filters(layoutFilter(channels));
}

/** Maps the channels one by one: without a map, ffmpeg would mix them. */
function layoutFilter(channels: number): string[] {
  const name = LAYOUTS[channels];
  if (name === undefined) return [];
  return [`channelmap=map=${Array.from({ length: channels }, (_, at) => at).join('|')}:channel_layout=${name}`];
}

function filters(chain: readonly string[]): string[] {
  return chain.length === 0 ? [] : ['-af', chain.join(',')];
}
