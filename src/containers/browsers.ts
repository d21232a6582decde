// The recordings that Chromium, Firefox and Safari play as they are, each second where it belongs. All others need a rendition.
//
//   container and codec                     Chromium  Firefox  Safari  exact
//   WAV: PCM of 8, 16, 24 bits, G.711       yes       yes      yes     yes: a second is a number of bytes
//   FLAC with its length in STREAMINFO      yes       yes      yes     yes: each frame has its number
//   MP3, all frames of one length           yes       yes      yes     yes: a second is a number of bytes
//   MP3 with padding, VBR, or an Info frame yes       yes      yes     no: up to 0.7 s beside it, ten without an index
//   Ogg: Opus, Vorbis                       yes       yes      18.4    yes
//   WebM, Matroska                          yes       yes      partly  no: without cues and duration as recorders write it
//   MP4: AAC                                Chrome    by OS    yes     yes
//   WAV of other codecs (ADPCM, GSM, G.72x, float), RF64, RIFX, Wave64, open lengths; MP2, ALAC, AMR, Speex: not in all three
//
// Sources: chromium.org/audio-video (codecs; AAC is "Google Chrome only"), Chromium's seeks in MP3 by AVFMT_FLAG_FAST_SEEK;
// Firefox's dom/media/wave/WaveDemuxer.cpp and dom/media/mp3/MP3Demuxer.cpp (the place is a mean length of frames); Apple's Core
// Audio formats, and the notes of Safari 18.4 (Ogg). The numbers were measured in Chromium.
import { encodingOf, type WavFormat } from './wav-format.js';

/** Maximum channels and rate, in hertz, that all three play without a conversion of their own. */
const MAX_CHANNELS = 2;
const MAX_RATE_HZ = 96_000;
const WAV_ENCODINGS: readonly (string | null)[] = ['u8', 's16le', 's24le', 'alaw', 'mulaw'];

export function isPlain(channels: number, sampleRate: number): boolean {
  return channels >= 1 && channels <= MAX_CHANNELS && sampleRate > 0 && sampleRate <= MAX_RATE_HZ;
}

/** @param format of a little-endian RIFF file with its length in the header */
export function playsWav(format: WavFormat): boolean {
  const { channels, sampleRate, isExtensible } = format;
  return !isExtensible && isPlain(channels, sampleRate) && WAV_ENCODINGS.includes(encodingOf(format, false));
}
