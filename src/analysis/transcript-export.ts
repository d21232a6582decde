// Turns a stored transcript into plain text or subtitles (SubRip, WebVTT).
import { z } from 'zod';

export const EXPORT_FORMATS = ['txt', 'srt', 'vtt'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  txt: 'text/plain; charset=utf-8',
  srt: 'application/x-subrip; charset=utf-8',
  vtt: 'text/vtt; charset=utf-8',
};

const storedTranscript = z.object({
  text: z.string(),
  segments: z.array(z.object({ speaker: z.string(), start: z.number(), end: z.number(), text: z.string() })),
});

/** @param transcript JSON text of a TranscriptResponse */
export function exportTranscript(transcript: string, format: ExportFormat): string {
  const { text, segments } = storedTranscript.parse(JSON.parse(transcript));
  if (format === 'txt') return `${text}\n`;
  const separator = format === 'srt' ? ',' : '.';
  const cues = segments.map(({ speaker, start, end, text }, index) => {
    const label = format === 'srt' ? `${labelOf(speaker)}: ` : `<v ${labelOf(speaker)}>`;
    const times = `${formatTime(start, separator)} --> ${formatTime(end, separator)}`;
    return `${index + 1}\n${times}\n${label}${escapeCue(text, format)}\n`;
  });
  return format === 'srt' ? cues.join('\n') : `WEBVTT\n\n${cues.join('\n')}`;
}

function labelOf(speaker: string): string {
  if (speaker === 'agent') return 'Agent';
  if (speaker === 'customer') return 'Customer';
  return `Speaker ${Number(speaker.replace('speaker_', '')) + 1}`;
}

/** A blank line or an arrow would end the cue early. In WebVTT, `<` and `&` start mark-up. */
function escapeCue(text: string, format: ExportFormat): string {
  const line = text.replace(/\s+/g, ' ').replaceAll('-->', '->');
  return format === 'vtt' ? line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;') : line;
}

function formatTime(seconds: number, separator: string): string {
  const ms = Math.round(seconds * 1000);
  const twoDigits = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${twoDigits(ms / 3_600_000)}:${twoDigits((ms / 60_000) % 60)}:${twoDigits((ms / 1000) % 60)}${separator}${String(ms % 1000).padStart(3, '0')}`;
}
