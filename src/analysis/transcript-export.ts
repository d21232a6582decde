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

type StoredTranscript = z.infer<typeof storedTranscript>;

interface Subtitles {
  /** Between the seconds and their fraction. */
  readonly separator: string;
  readonly label: (speaker: string) => string;
  readonly escaped: (text: string) => string;
}

const WRITERS: Readonly<Record<ExportFormat, (transcript: StoredTranscript) => string>> = {
  txt: ({ text }) => `${text}\n`,
  srt: ({ segments }) => {
    return cuesOf(segments, { separator: ',', label: (speaker) => `${labelOf(speaker)}: `, escaped: (text) => text });
  },
  vtt: ({ segments }) => {
    const label = (speaker: string) => `<v ${labelOf(speaker)}>`;
    return `WEBVTT\n\n${cuesOf(segments, { separator: '.', label, escaped: escapeMarkUp })}`;
  },
};

/** @param transcript JSON text of a TranscriptResponse */
export function exportTranscript(transcript: string, format: ExportFormat): string {
  return WRITERS[format](storedTranscript.parse(JSON.parse(transcript)));
}

function cuesOf(segments: StoredTranscript['segments'], { separator, label, escaped }: Subtitles): string {
  const cues = segments.map(({ speaker, start, end, text }, index) => {
    const times = `${formatTime(start, separator)} --> ${formatTime(end, separator)}`;
    // A blank line or an arrow would end the cue early.
    const line = text.replace(/\s+/g, ' ').replaceAll('-->', '->');
    return `${index + 1}\n${times}\n${label(speaker)}${escaped(line)}\n`;
  });
  return cues.join('\n');
}

function labelOf(speaker: string): string {
  if (speaker === 'agent') return 'Agent';
  if (speaker === 'customer') return 'Customer';
  return `Speaker ${Number(speaker.replace('speaker_', '')) + 1}`;
}

/** In WebVTT, `<` and `&` start mark-up. */
function escapeMarkUp(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function formatTime(seconds: number, separator: string): string {
  const ms = Math.round(seconds * 1000);
  const twoDigits = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${twoDigits(ms / 3_600_000)}:${twoDigits((ms / 60_000) % 60)}:${twoDigits((ms / 1000) % 60)}${separator}${String(ms % 1000).padStart(3, '0')}`;
}
