/** A transcript as plain text or subtitles, from its stored wire form. Pure. */
import { z } from 'zod';

export const EXPORT_FORMATS = ['txt', 'srt', 'vtt'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  txt: 'text/plain; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
};

const stored = z.object({
  text: z.string(),
  segments: z.array(z.object({ speaker: z.string(), start: z.number(), end: z.number(), text: z.string() })),
});

/** @param transcript wire JSON text */
export function exportTranscript(transcript: string, format: ExportFormat): string {
  const { text, segments } = stored.parse(JSON.parse(transcript));
  if (format === 'txt') return `${text}\n`;
  const separator = format === 'srt' ? ',' : '.';
  const cues = segments.map(({ speaker, start, end, text }, index) => {
    const label = format === 'srt' ? `${labelOf(speaker)}: ` : `<v ${labelOf(speaker)}>`;
    const times = `${clock(start, separator)} --> ${clock(end, separator)}`;
    return `${index + 1}\n${times}\n${label}${oneCue(text, format)}\n`;
  });
  return format === 'srt' ? cues.join('\n') : `WEBVTT\n\n${cues.join('\n')}`;
}

function labelOf(speaker: string): string {
  if (speaker === 'agent') return 'Agent';
  if (speaker === 'customer') return 'Customer';
  return `Speaker ${Number(speaker.replace('speaker_', '')) + 1}`;
}

/** A blank line or an arrow would end the cue early, and in WebVTT `<` and `&` are mark-up. */
function oneCue(text: string, format: ExportFormat): string {
  const line = text.replace(/\s+/g, ' ').replaceAll('-->', '->');
  return format === 'vtt' ? line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : line;
}

function clock(seconds: number, separator: string): string {
  const ms = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${two(ms / 3_600_000)}:${two((ms / 60_000) % 60)}:${two((ms / 1000) % 60)}${separator}${String(ms % 1000).padStart(3, '0')}`;
}
