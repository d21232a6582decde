import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Hold } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { type CallFilters, dayOf, filterOf, startOfDay } from '../../../listing/call-filters.js';
import { WhichCalls } from '../../../listing/which-calls.tsx';
import { Field, Lines } from '../../../parts/field.tsx';
import { faultsOf, isBeside, Problem } from '../../../parts/states.tsx';
import { t } from '../../../texts/data.js';
import { faultsOfIds, idsIn, isOfId } from '../call-ids.js';

/** Limits of the API. */
const MAX_NAME = 255;
const MAX_REASON = 1_000;

const FIELDS = ['name', 'reason', 'until'] as const;
const WAYS = ['filter', 'ids'] as const;

interface PlaceHoldProps {
  /** The way in which the calls are chosen at first. */
  readonly by: (typeof WAYS)[number];
  readonly ids: readonly string[];
  readonly filters: CallFilters;
  readonly onPlaced: (hold: Hold) => void;
  /** Null: there is nothing to go back to. */
  readonly onCancel: (() => void) | null;
}

export function PlaceHold({ by, ids, filters, onPlaced, onCancel }: PlaceHoldProps) {
  const [way, setWay] = useState(by);
  const [typedIds, setTypedIds] = useState(ids.join('\n'));
  const [name, setName] = useState('');
  const [reason, setReason] = useState('');
  const [until, setUntil] = useState('');
  const { error, isBusy, run } = useAct();
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (onCancel) form.current?.querySelector('input')?.focus();
  }, []);
  const wanted = {
    name: name.trim(),
    reason: reason.trim(),
    ...(way === 'ids' ? { analysis_ids: idsIn(typedIds) } : { filter: filterOf(filters) }),
    // The day itself is included.
    until: startOfDay(until, 1) ?? null,
  };
  return (
    <form
      ref={form}
      class="data-form"
      onSubmit={(event) => {
        event.preventDefault();
        void run(wanted, async (client, once) => onPlaced(await client.holds.create(wanted, once)));
      }}
    >
      <div class="fields">
        <Field
          label={t('holds.name')}
          name="name"
          required
          maxlength={MAX_NAME}
          autocomplete="off"
          value={name}
          onValue={setName}
          say={t('holds.name.say')}
          faults={faultsOf(error, 'name')}
        />
        <Field
          label={t('holds.reason')}
          name="reason"
          required
          maxlength={MAX_REASON}
          autocomplete="off"
          value={reason}
          onValue={setReason}
          faults={faultsOf(error, 'reason')}
        />
        <Field
          label={t('holds.last')}
          name="until"
          type="date"
          min={dayOf(new Date())}
          value={until}
          onValue={setUntil}
          say={t('holds.last.say')}
          faults={faultsOf(error, 'until')}
        />
      </div>
      <fieldset class="choices">
        <legend>{t('holds.by')}</legend>
        {WAYS.map((one) => (
          <label key={one} class="choice">
            <input type="radio" name="by" checked={way === one} onChange={() => setWay(one)} />
            <span>
              <strong>{t(`holds.by.${one}`)}</strong>
              <span class="soft small">{t(`holds.byMeans.${one}`)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {way === 'ids' ? (
        <Lines
          label={t('data.ids')}
          say={t('data.ids.say')}
          required
          value={typedIds}
          onValue={setTypedIds}
          faults={faultsOfIds(error)}
        />
      ) : (
        <WhichCalls filters={filters}>{filters.mode === 'test' && <p>{t('mode.test')}</p>}</WhichCalls>
      )}
      {error !== null && !isBeside(error, FIELDS) && !isOfId(error) && <Problem error={error} />}
      <div class="acts">
        <button type="submit" disabled={isBusy}>
          {t('holds.place')}
        </button>
        {onCancel && (
          <button type="button" class="second" onClick={onCancel}>
            {t('members.cancel')}
          </button>
        )}
      </div>
    </form>
  );
}
