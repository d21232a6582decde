// What the answers of a draft would do to the scores, asked a moment after the last of them.
import { computed, effect, type ReadonlySignal, type Signal } from '@preact/signals';
import { write } from '../../../api/api.js';
import { reviewer } from '../../../session/reviewer.js';
import { type Draft, reviewBody } from './draft.js';
import type { ScoreChange } from './shown.js';

const PREVIEW_MS = 350;

/** @param isAsked a draft whose review may be sent @returns ends it */
export function followPreview(
  callId: string,
  draft: ReadonlySignal<Draft>,
  isAsked: () => boolean,
  preview: Signal<ScoreChange | null>,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asked = '';
  const answers = computed(() => {
    const { verdicts, sending } = draft.value;
    if (sending !== null || !isAsked()) return '';
    const plain = Object.entries(verdicts).map(([key, { answer }]) => [key, { answer, note: '', quotes: [] }]);
    return plain.length === 0 ? '' : JSON.stringify(Object.fromEntries(plain));
  });
  const stop = effect(() => {
    const wanted = answers.value;
    clearTimeout(timer);
    asked = wanted;
    if (wanted === '') {
      preview.value = null;
      return;
    }
    timer = setTimeout(async () => {
      const body = { ...reviewBody(JSON.parse(wanted), reviewer.value), dry_run: true };
      const tried = await write((client) => client.reviews.create(callId, body, { maxRetries: 0 })).catch(() => null);
      if (asked === wanted) preview.value = tried && { scores: tried.scores, evaluations: tried.evaluations ?? [] };
    }, PREVIEW_MS);
  });
  return () => {
    stop();
    clearTimeout(timer);
    asked = '';
  };
}
