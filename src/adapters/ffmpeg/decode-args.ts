// The arguments of an ffmpeg that decodes, or only describes, one part of a recording.
import { basename } from 'node:path';
import type { RecordingPart } from '../../containers/recording-plan.js';

/**
 * The only demuxers that may open a recording. A protocol whitelist alone is not enough: with the default demuxers, an
 * `ffconcat` or HLS playlist saved as .mp3 makes ffmpeg open a neighbouring file.
 */
const DEMUXERS = 'wav,w64,mp3,flac,ogg,mov,matroska,mpeg';

/** ffmpeg would close gaps of more than ten seconds in an Ogg or an MPEG stream, and doubt times of more than thirty hours. */
const MAX_TIME_JUMP_SECONDS = '100000000';

function inputArgs(path: string, { start, end, raw }: RecordingPart): string[] {
  const file = `./${basename(path)}`;
  const range =
    end === null ? `subfile,,start,${start},end,0,,:${file}` : `subfile,,start,${start},end,${end},,:${file}`;
  const rawArgs = raw && ['-f', raw.encoding, '-ar', String(raw.sampleRate), '-ac', String(raw.channels)];
  return [
    ...['-nostdin', '-hide_banner', '-nostats', '-loglevel', 'level+info', '-threads', '1'],
    ...['-protocol_whitelist', 'file,pipe,subfile', '-format_whitelist', raw?.encoding ?? DEMUXERS],
    ...['-dts_delta_threshold', MAX_TIME_JUMP_SECONDS, '-dts_error_threshold', MAX_TIME_JUMP_SECONDS],
    ...(rawArgs ?? []),
    ...['-i', start === 0 && end === null ? file : range],
  ];
}

/** Samples with their times, which a WAV would not keep. */
export function decodeArgs(path: string, part: RecordingPart, track: number, sampleRate: number): string[] {
  return [
    ...inputArgs(path, part),
    ...['-map', `0:a:${track}`, '-vn', '-sn', '-dn', '-map_metadata', '-1', '-map_chapters', '-1', '-bitexact'],
    ...['-ar', String(sampleRate)],
    // Without it ffmpeg writes after each packet, and each of those small chunks costs the reader as much as a large one.
    ...['-flush_packets', '0'],
    ...['-c:a', 'pcm_s16le', '-f', 'matroska', 'pipe:1'],
  ];
}

/** Without an output ffmpeg only lists the tracks, and ends with an error. */
export function describeArgs(path: string, part: RecordingPart): string[] {
  return inputArgs(path, part);
}
