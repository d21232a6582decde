import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { Problem } from '../../../parts/states.tsx';
import { address, go, to } from '../../../routing/router.js';
import { number, t, tn } from '../../../texts/texts.js';
import type { Drafting } from '../builder/use-draft.js';
import type { CardData } from '../model/card-data.js';
import { takenBy } from '../model/compared-tries.js';
import type { Form } from '../model/draft.js';
import { addIds } from './call-ids.js';
import { dollars } from './dollars.js';
import { PickCalls } from './pick-calls.tsx';
import { TriedTable } from './tried-table.tsx';
import { type Tried, useTries } from './use-tries.js';

/** Calls that wait until a new form is saved, which brings this tab again. */
let waiting: { readonly cardId: string; readonly ids: readonly string[] } | null = null;

interface TryProps {
  readonly data: CardData;
  readonly form: Form;
  readonly drafting: Drafting | null;
  readonly ready: () => Promise<number | null>;
}

export function TryTab({ data, form, drafting, ready }: TryProps) {
  const { card, shown, published } = data;
  const named = address.value.query.calls;
  const [picked, setPicked] = useState<readonly string[] | null>(() => (named ? addIds([], named) : null));
  const onPicked = useCallback((ids: readonly string[]) => setPicked(ids), []);
  const canCompare = published !== null && published.revision !== shown?.revision;
  const [isCompared, setCompared] = useState(true);
  const tries = useTries(card.id);
  // The form as it was tried: what is typed afterwards is not what the answers are about.
  const [triedForm, setTriedForm] = useState(form);
  const result = useRef<HTMLElement>(null);
  const other = canCompare && isCompared ? published.revision : null;
  const count = picked?.length ?? 0;
  const start = async () => {
    if (shown === null) waiting = { cardId: card.id, ids: picked ?? [] };
    const revision = await ready();
    if (revision === null) {
      waiting = null;
      // The faults stand in the form.
      go(to(`/forms/${card.id}`, { revision: address.value.query.revision }));
      return;
    }
    if (shown === null) return;
    setTriedForm(form);
    await tries.run(revision, other, picked ?? []);
  };
  useEffect(() => {
    if (shown === null || waiting?.cardId !== card.id) return;
    const { ids } = waiting;
    waiting = null;
    setPicked(ids);
    void tries.run(shown.revision, other, ids);
  }, []);
  const hasResult = tries.tried.length > 0;
  useEffect(() => {
    if (hasResult) result.current?.scrollIntoView({ block: 'nearest' });
  }, [hasResult]);
  return (
    <div class="form-try">
      <p class="soft">{t('forms.try.say')}</p>
      <PickCalls picked={picked} onPicked={onPicked} />
      {canCompare && (
        <div class="form-check">
          <input
            id="form-compare"
            type="checkbox"
            checked={isCompared}
            onChange={(event) => setCompared(event.currentTarget.checked)}
          />
          <label for="form-compare">{t('forms.try.compare', { n: published.revision })}</label>
        </div>
      )}
      <p class="form-row">
        <button
          type="button"
          disabled={count === 0 || tries.isRunning || drafting?.isSaving}
          onClick={() => void start()}
        >
          {t(drafting?.isChanged || shown === null ? 'forms.try.saveAndDo' : 'forms.try.do')}
        </button>
        {tries.isRunning && (
          <button type="button" class="second" onClick={tries.stop}>
            {t('forms.try.stop')}
          </button>
        )}
        <span class="soft small">{tn('forms.try.counts', count * (other === null ? 1 : 2))}</span>
      </p>
      {tries.isRunning && (
        <p role="status" class="moving">
          <progress max={tries.asked ?? 1} value={tries.tried.length} aria-label={t('forms.try.running')} />
          {t('forms.try.progress', { n: number(tries.tried.length), total: number(tries.asked ?? 0) })}
        </p>
      )}
      {tries.error !== null && <Problem error={tries.error} onAgain={() => void start()} />}
      {hasResult && (
        <section ref={result} aria-label={t('forms.try.result')}>
          <TakenLine tried={tries.tried} />
          <TriedTable form={triedForm} tried={tries.tried} other={other} />
        </section>
      )}
    </div>
  );
}

function TakenLine({ tried }: { readonly tried: readonly Tried[] }) {
  const taken = takenBy(tried.flatMap(({ evaluation, other }) => (other ? [evaluation, other] : [evaluation])));
  if (taken === null) return <p class="soft small">{t('forms.try.noModel')}</p>;
  const { inputTokens, outputTokens, micros } = taken;
  const tokens = t('forms.tokens', { input: number(inputTokens), output: number(outputTokens) });
  return (
    <p class="soft small">
      {tokens} · {micros === null ? t('forms.cost.unknown') : dollars(micros)}
    </p>
  );
}
