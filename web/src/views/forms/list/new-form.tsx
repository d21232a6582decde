// Three ways to a new form: a sample, an empty one, or JSON.
import { useRef, useState } from 'preact/hooks';
import type { ScorecardsCreateParams } from '../../../../../clients/typescript/src/browser.js';
import salesLine from '../../../../../samples/scorecards/sales-line.json';
import serviceLine from '../../../../../samples/scorecards/service-line.json';
import { write } from '../../../api/api.js';
import { Dialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/field.tsx';
import { faultsOf, Problem } from '../../../parts/states.tsx';
import { go, to } from '../../../routing/router.js';
import { t, tn } from '../../../texts/texts.js';
import { keepForm } from '../builder/kept.js';
import { newWords } from '../builder/new-words.js';
import { emptyForm } from '../model/changes.js';
import { questionsOf } from '../model/draft.js';
import { type CardFields, type FormFile, formOf, type Refusal, readFormFile } from '../model/form-json.js';

const MAX_FILE_BYTES = 2_000_000;

interface Sample extends FormFile {
  readonly name: string;
  readonly description: string;
}

/** The sample forms of the project, bundled from the one place where they are kept. */
const SAMPLES: readonly Sample[] = [serviceLine, salesLine].map(({ scorecard, revision }) => ({
  name: scorecard.name,
  description: scorecard.description,
  scorecard,
  form: formOf(revision),
}));

export function StartCards({ onStart }: { readonly onStart: (start: FormFile | 'json') => void }) {
  return (
    <ul class="form-starts">
      {SAMPLES.map((sample) => (
        <li class="card" key={sample.name}>
          <h3>{sample.name}</h3>
          <p class="soft">{sample.description}</p>
          <p class="soft small">{tn('forms.questions', questionsOf(sample.form).length)}</p>
          <button type="button" class="second" onClick={() => onStart(sample)}>
            {t('forms.start.sample')}
            <span class="unseen">: {sample.name}</span>
          </button>
        </li>
      ))}
      <li class="card">
        <h3>{t('forms.start.empty')}</h3>
        <p class="soft">{t('forms.start.empty.say')}</p>
        <button type="button" class="second" onClick={() => onStart({ scorecard: null, form: emptyForm(newWords()) })}>
          {t('forms.start.empty.do')}
        </button>
      </li>
      <li class="card">
        <h3>{t('forms.start.json')}</h3>
        <p class="soft">{t('forms.start.json.say')}</p>
        <button type="button" class="second" onClick={() => onStart('json')}>
          {t('forms.start.json.do')}
        </button>
      </li>
    </ul>
  );
}

interface NewFormProps {
  readonly start: FormFile | 'json';
  readonly onClose: () => void;
}

/** Asks for the name, and for the JSON where it is to come from there. */
export function NewForm({ start, onClose }: NewFormProps) {
  const [text, setText] = useState('');
  const [name, setName] = useState(start === 'json' ? '' : (start.scorecard?.name ?? ''));
  const [error, setError] = useState<unknown>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [isBusy, setBusy] = useState(false);
  const key = useRef(crypto.randomUUID());
  const read = (json: string) => {
    setText(json);
    const file = readFormFile(json);
    setRefusal(null);
    if (!('reason' in file) && name === '' && file.scorecard) setName(file.scorecard.name);
  };
  const create = async () => {
    const file = start === 'json' ? readFormFile(text) : start;
    if ('reason' in file) {
      setRefusal(file);
      return;
    }
    setBusy(true);
    setError(null);
    try {
      const card = await write((client) =>
        client.scorecards.create(cardParams(file.scorecard, name), { idempotencyKey: key.current }),
      );
      const isEmpty = file.scorecard === null && start !== 'json';
      // The builder starts empty by itself.
      if (!isEmpty) keepForm(card.id, null, { base: null, form: file.form, saveAtOnce: true });
      go(to(`/forms/${card.id}`));
    } catch (refused) {
      setError(refused);
      key.current = crypto.randomUUID();
      setBusy(false);
    }
  };
  const nameFaults = faultsOf(error, 'name');
  return (
    <Dialog title={t(start === 'json' ? 'forms.start.json' : 'forms.new')} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!isBusy) void create();
        }}
      >
        {start === 'json' && <JsonField text={text} onText={read} refusal={refusal} />}
        <Field label={t('forms.name')} name="name" value={name} onValue={setName} maxlength={200} faults={nameFaults} />
        {error !== null && nameFaults.length === 0 && <Problem error={error} />}
        <button type="submit" class="wide" disabled={isBusy}>
          {t('forms.create')}
        </button>
      </form>
    </Dialog>
  );
}

/** A form that is started is never at once the one for every call: that is said later, and seen. */
const cardParams = (card: CardFields | null, name: string): ScorecardsCreateParams =>
  ({ ...card, name, default: false }) as ScorecardsCreateParams;

interface JsonFieldProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly refusal: Refusal | null;
}

function JsonField({ text, onText, refusal }: JsonFieldProps) {
  const [isTooLarge, setTooLarge] = useState(false);
  const fault = isTooLarge
    ? t('forms.json.large')
    : refusal && (refusal.reason === 'json' ? t('forms.json.none') : t('forms.json.shape', { path: refusal.path }));
  return (
    <div class="form-field">
      <label for="form-json-file">{t('forms.json.file')}</label>
      <input
        id="form-json-file"
        type="file"
        accept=".json,application/json"
        onChange={async (event) => {
          const file = event.currentTarget.files?.[0];
          if (!file) return;
          setTooLarge(file.size > MAX_FILE_BYTES);
          if (file.size <= MAX_FILE_BYTES) onText(await file.text());
        }}
      />
      <label for="form-json">{t('forms.json.paste')}</label>
      <textarea
        id="form-json"
        class="lines"
        rows={6}
        spellcheck={false}
        value={text}
        maxLength={MAX_FILE_BYTES}
        aria-invalid={fault ? true : undefined}
        aria-describedby={fault ? 'form-json-fault' : undefined}
        onInput={(event) => onText(event.currentTarget.value)}
      />
      {fault && (
        <p class="fault" id="form-json-fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
