// Calls that are processed move by themselves: the first by their events, the others by asking for the list.
import { useEffect, useState } from 'preact/hooks';
import type { Progress } from '../../../clients/typescript/src/browser.js';
import { follow } from '../api/api.js';
import { uploading } from './outbox.js';

/** A browser has six connections to a server over HTTP/1.1, and the requests of the person need some. Uploads take others. */
const MAX_FOLLOWED = 3;
const MAX_BESIDE_UPLOADS = 1;
const POLL_MS = 5_000;

/** @param onEnd told when one of them is final */
export function useProgress(ids: readonly string[], onEnd: () => void): ReadonlyMap<string, Progress> {
  const [progress, setProgress] = useState<ReadonlyMap<string, Progress>>(new Map());
  const key = ids.join();
  const most = uploading.value > 0 ? MAX_BESIDE_UPLOADS : MAX_FOLLOWED;
  useEffect(() => {
    if (key === '') return;
    const ending = new AbortController();
    const all = key.split(',');
    for (const id of all.slice(0, most))
      void follow(id, (step) => setProgress((before) => new Map(before).set(id, step)), ending.signal).then(
        (isFinal) => isFinal && onEnd(),
      );
    const timer = setInterval(() => document.hidden || onEnd(), POLL_MS);
    return () => {
      ending.abort();
      clearInterval(timer);
    };
  }, [key, most, onEnd]);
  return progress;
}
