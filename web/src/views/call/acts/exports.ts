// File formats and file names for saving a call. Without the browser.

export const EXPORTS = ['txt', 'srt', 'vtt', 'json'] as const;
export type Export = (typeof EXPORTS)[number];

export const EXPORT_TYPES: Readonly<Record<Export, string>> = {
  txt: 'text/plain',
  srt: 'application/x-subrip',
  vtt: 'text/vtt',
  json: 'application/json',
};

/** Limit for each party's name: file systems allow 255 bytes in all. */
const MAX_NAME_CHARACTERS = 40;

interface Named {
  readonly agentId: string;
  readonly contactId: string;
  /** Unix seconds. */
  readonly created: number;
}

/** Name of a call's file, as elsewhere in the console: agent, contact and day. */
export function fileNameOf({ agentId, contactId, created }: Named, ending: Export | 'html'): string {
  const day = new Date(created * 1000).toISOString().slice(0, 10);
  return `${plain(agentId)}_${plain(contactId)}_${day}.${ending}`;
}

/** Names come from the client and may contain characters that file systems do not allow. */
function plain(name: string): string {
  const kept = name
    .replace(/[^\p{L}\p{N}.-]+/gu, '-')
    .slice(0, MAX_NAME_CHARACTERS)
    .replace(/^[.-]+|[.-]+$/g, '');
  return kept || 'call';
}
