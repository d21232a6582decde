// Turns a stored transcript into plain text or subtitles (SubRip, WebVTT). None of them contains a verdict. Only WebVTT can mark
// edited text, with a class of the voice (https://www.w3.org/TR/webvtt1/#webvtt-cue-voice-span), and have a comment.
import { yieldToOthers } from '../platform/concurrency/loop-turns.js';
import type { TranscriptResponse } from './results/analysis-transcript.response.js';

export const EXPORT_FORMATS = ['txt', 'srt', 'vtt'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const EXPORT_TYPES: Readonly<Record<ExportFormat, string>> = {
  txt: 'text/plain',
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
};

const EXAMPLES: Readonly<Record<ExportFormat, string>> = {
  txt: 'Agent: Thank you for calling.\nCustomer: Hi.\n',
  srt: '1\n00:00:00,420 --> 00:00:04,900\nAgent: Thank you for calling.\n',
  vtt: 'WEBVTT\n\n1\n00:00:00.420 --> 00:00:04.900\n<v Agent>Thank you for calling.\n',
};

/** Content of a response by media type, for the OpenAPI document. */
export const EXPORT_CONTENT = Object.fromEntries(
  EXPORT_FORMATS.map((format) => [EXPORT_TYPES[format], { schema: { type: 'string' }, example: EXAMPLES[format] }]),
);

type StoredTranscript = Pick<TranscriptResponse, 'version' | 'text' | 'segments'>;

type StoredSegment = StoredTranscript['segments'][number];
type Parts = AsyncGenerator<string, void, undefined>;

interface Subtitles {
  /** Text before the first cue. @param version version of the transcript; 1 for the original */
  readonly head: (version: number) => string;
  /** Separator of seconds and fraction. */
  readonly separator: string;
  readonly label: (segment: Pick<StoredSegment, 'speaker' | 'edited'>) => string;
  readonly escaped: (text: string) => string;
}

const SUBRIP: Subtitles = {
  head: () => '',
  separator: ',',
  label: ({ speaker }) => `${labelOf(speaker)}: `,
  escaped: (text) => text,
};
const WEBVTT: Subtitles = {
  head: (version) => `WEBVTT\n\n${version > 1 ? `NOTE ${versionText(version)}\n\n` : ''}`,
  separator: '.',
  label: ({ speaker, edited }) => `<v${edited ? '.edited' : ''} ${labelOf(speaker)}>`,
  escaped: escapeMarkUp,
};

/** @param version above 1 */
export const versionText = (version: number): string => `Version ${version}: put right by a person`;

const WRITERS: Readonly<Record<ExportFormat, (transcript: StoredTranscript) => Parts>> = {
  async *txt({ text }) {
    yield `${text}\n`;
  },
  srt: (transcript) => subtitles(transcript, SUBRIP),
  vtt: (transcript) => subtitles(transcript, WEBVTT),
};

/** Cues written at a time: this takes some milliseconds. A call of ten hours has 20,000. */
const SLICE = 500;

/**
 * Yields parts, so that a long call does not delay other requests.
 * @param transcript JSON text of a TranscriptResponse
 */
export function exportTranscript(transcript: string, format: ExportFormat): Parts {
  return WRITERS[format](JSON.parse(transcript));
}

async function* subtitles({ version = 1, segments }: StoredTranscript, kind: Subtitles): Parts {
  yield kind.head(version);
  for (let from = 0; from < segments.length; from += SLICE) {
    const cues = segments.slice(from, from + SLICE).map((segment, index) => cueOf(segment, from + index + 1, kind));
    yield `${from === 0 ? '' : '\n'}${cues.join('\n')}`;
    await yieldToOthers();
  }
}

function cueOf(segment: StoredSegment, number: number, kind: Subtitles): string {
  const { start, end, text } = segment;
  const times = `${formatTime(start, kind.separator)} --> ${formatTime(end, kind.separator)}`;
  // A blank line or an arrow would end the cue early.
  const line = text.replace(/\s+/g, ' ').replaceAll('-->', '->');
  return `${number}\n${times}\n${kind.label(segment)}${kind.escaped(line)}\n`;
}

function labelOf(speaker: string): string {
  if (speaker === 'agent') return 'Agent';
  if (speaker === 'customer') return 'Customer';
  return `Speaker ${Number(speaker.replace('speaker_', '')) + 1}`;
}

/** Escapes `<` and `&`, which start mark-up in WebVTT. */
function escapeMarkUp(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function formatTime(seconds: number, separator: string): string {
  const ms = Math.round(seconds * 1000);
  const twoDigits = (value: number) => String(Math.floor(value)).padStart(2, '0');
  return `${twoDigits(ms / 3_600_000)}:${twoDigits((ms / 60_000) % 60)}:${twoDigits((ms / 1000) % 60)}${separator}${String(ms % 1000).padStart(3, '0')}`;
}
