import { useEffect, useState } from 'preact/hooks';
import type { AnalysisSummary } from '../../../../../clients/typescript/src/browser.js';
import { useResource } from '../../../api/use-resource.js';
import { Field } from '../../../parts/field.tsx';
import { Empty, Loading, Problem } from '../../../parts/states.tsx';
import { clock } from '../../../texts/clock.js';
import { moment, t, tn } from '../../../texts/texts.js';
import { addIds, MAX_CALLS } from './call-ids.js';

const FIRST_CALLS = 6;
const TYPING_MS = 300;

interface PickProps {
  /** Null until the newest calls are known. */
  readonly picked: readonly string[] | null;
  readonly onPicked: (ids: readonly string[]) => void;
}

/** The newest calls, those that a search finds, and ids as they are copied from elsewhere. */
export function PickCalls({ picked, onPicked }: PickProps) {
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const calls = useResource(`try ${search}`, async (client, signal) =>
    client.analyses.listSummaries(
      { status: 'completed', limit: MAX_CALLS, ...(search === '' ? {} : { search }) },
      { signal },
    ),
  );
  const found = calls.value?.data;
  useEffect(() => {
    if (picked === null && found) onPicked(found.slice(0, FIRST_CALLS).map(({ id }) => id));
  }, [picked, found, onPicked]);
  const ids = picked ?? [];
  const isFull = ids.length >= MAX_CALLS;
  const toggle = (id: string, isPicked: boolean) =>
    onPicked(isPicked ? addIds(ids, id) : ids.filter((one) => one !== id));
  const elsewhere = ids.filter((id) => !found?.some((call) => call.id === id));
  return (
    <fieldset class="card form-pick">
      <legend>{t('forms.try.calls')}</legend>
      <div class="form-row">
        <Field label={t('calls.search')} name="search" type="search" value={typed} maxlength={255} onValue={setTyped} />
        <IdsField onIds={(text) => onPicked(addIds(ids, text))} />
      </div>
      {calls.error !== null && <Problem error={calls.error} onAgain={calls.reload} />}
      {!found && calls.error === null && <Loading lines={6} />}
      {found?.length === 0 && search === '' && (
        <Empty title={t('forms.try.none')}>
          <p class="soft">{t('forms.try.none.say')}</p>
        </Empty>
      )}
      {found?.length === 0 && search !== '' && <p class="soft">{t('calls.empty.filtered')}</p>}
      <ul class="form-calls">
        {elsewhere.map((id) => (
          <CallLine key={id} id={id} call={null} isPicked isFull={isFull} onToggle={toggle} />
        ))}
        {found?.map((call) => (
          <CallLine
            key={call.id}
            id={call.id}
            call={call}
            isPicked={ids.includes(call.id)}
            isFull={isFull}
            onToggle={toggle}
          />
        ))}
      </ul>
      <p class="soft small" role="status">
        {tn('forms.try.picked', ids.length)}
        {isFull && ` ${t('forms.try.full', { n: MAX_CALLS })}`}
      </p>
    </fieldset>
  );
}

interface LineProps {
  readonly id: string;
  /** Null for one that was named by its id. */
  readonly call: AnalysisSummary | null;
  readonly isPicked: boolean;
  readonly isFull: boolean;
  readonly onToggle: (id: string, isPicked: boolean) => void;
}

function CallLine({ id, call, isPicked, isFull, onToggle }: LineProps) {
  return (
    <li>
      <label class="form-choice">
        <input
          type="checkbox"
          checked={isPicked}
          disabled={isFull && !isPicked}
          onChange={(event) => onToggle(id, event.currentTarget.checked)}
        />
        {call === null ? (
          <code class="cut">{id}</code>
        ) : (
          <>
            <span class="soft">{moment(call.created)}</span>
            <span class="cut" dir="auto">
              {t('call.title', { agent: call.call.agent_id, contact: call.call.contact_id })}
            </span>
            <span class="soft figure">
              {call.call.duration_seconds === null ? '' : clock(call.call.duration_seconds)}
            </span>
          </>
        )}
      </label>
    </li>
  );
}

function IdsField({ onIds }: { readonly onIds: (text: string) => void }) {
  const [text, setText] = useState('');
  const add = () => {
    onIds(text);
    setText('');
  };
  return (
    <form
      class="form-ids"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <Field label={t('forms.try.ids')} name="ids" value={text} onValue={setText} maxlength={2000} />
      <button type="submit" class="second" disabled={text.trim() === ''}>
        {t('forms.try.ids.add')}
      </button>
    </form>
  );
}
