// Above the findings: how much is in doubt, and one key to agree with all of it that is not decided yet.
import { useComputed } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { CompletedAnalysis, Evaluation } from '../../../../../clients/typescript/src/browser.js';
import { useKeys } from '../../../parts/keys.js';
import { t, tn } from '../../../texts/texts.js';
import type { Deciding } from '../draft/deciding.js';
import { allItems } from '../draft/items.js';

interface AgreeBarProps {
  readonly analysis: CompletedAnalysis;
  readonly evaluations: readonly Evaluation[];
  readonly deciding: Deciding;
}

export function AgreeBar({ analysis, evaluations, deciding }: AgreeBarProps) {
  const doubts = useMemo(
    () => allItems(analysis, evaluations).filter(({ isInDoubt }) => isInDoubt),
    [analysis, evaluations],
  );
  const { verdicts } = useComputed(() => deciding.draft.value).value;
  const open = doubts.filter(({ key }) => !(key in verdicts));
  const agreeable = open.filter(({ answer }) => answer !== null);
  const agree = () =>
    deciding.decideAll(
      Object.fromEntries(agreeable.map(({ key, answer }) => [key, { answer: answer ?? '', note: '', quotes: [] }])),
    );
  useKeys(agreeable.length > 0 ? { a: agree } : {});
  if (open.length === 0) return null;
  const own = open.length - agreeable.length;
  return (
    <p class="agree-bar">
      {agreeable.length > 0 && (
        <button type="button" class="second" onClick={agree}>
          {tn('review.agree', agreeable.length)} <kbd class="not-small">a</kbd>
        </button>
      )}
      {own > 0 && <span class="soft small">{tn('review.ownAnswer', own)}</span>}
      {agreeable.length > 0 && own === 0 && <span class="soft small not-small">{t('review.agree.say')}</span>}
    </p>
  );
}
