// The link to what plays in every browser, each second where it belongs.
import { useCallback, useEffect, useState } from 'preact/hooks';
import { read } from '../../../api/api.js';

const POLL_MS = 2_000;

export interface PlayedLink {
  readonly url: string;
  /** It leads to the recording itself until a worker has made what browsers play. */
  readonly preparing: boolean;
}

export function readPlayedLink(id: string, signal: AbortSignal): Promise<PlayedLink> {
  return read((client) => client.analyses.audioLink(id, { rendition: 'play' }, { signal }), signal);
}

/**
 * @param recording link to the recording itself, which plays where nothing better is known; null where there is none
 * @returns undefined until it is read; `renew` asks for another link
 */
export function usePlayedLink(id: string, recording: string | null) {
  const [url, setUrl] = useState<string | null | undefined>(recording === null ? null : undefined);
  const [round, setRound] = useState(0);
  const hasRecording = recording !== null;
  useEffect(() => {
    if (!hasRecording) {
      setUrl(null);
      return;
    }
    const ending = new AbortController();
    const { signal } = ending;
    const follow = async () => {
      for (let before: string | null = null; ; ) {
        const link = await readPlayedLink(id, signal);
        if (signal.aborted) return;
        // Each link is new; what plays goes on until it leads to something else.
        if (before === null || pathOf(link.url) !== pathOf(before)) setUrl(link.url);
        before ??= link.url;
        if (!link.preparing) return;
        await new Promise((resolve) => setTimeout(resolve, POLL_MS));
        if (signal.aborted) return;
      }
    };
    follow().catch(() => signal.aborted || setUrl((known) => known ?? recording));
    return () => ending.abort();
  }, [id, hasRecording, round]);
  const renew = useCallback(() => setRound((before) => before + 1), []);
  return { url, renew };
}

const pathOf = (url: string) => new URL(url, location.href).pathname;
