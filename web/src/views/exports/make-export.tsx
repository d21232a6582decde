import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useAct } from '../../api/use-act.js';
import { filterOf } from '../../listing/call-filters.js';
import { WhichCalls } from '../../listing/which-calls.tsx';
import { language } from '../../page/preferences.js';
import { Field } from '../../parts/field.tsx';
import { Section } from '../../parts/section.tsx';
import { faultsOf, isBeside, Problem } from '../../parts/states.tsx';
import { t, timeZone } from '../../texts/texts.js';
import { FORMATS, paramsOfFormat, ROWS, type Rows } from './columns.js';
import { ColumnsPicker } from './columns-picker.tsx';
import { rememberExport } from './made-of.js';
import type { Prefill } from './prefill.js';

interface MakeExportProps {
  readonly prefill: Prefill;
  readonly onMade: () => void;
}

export function MakeExport({ prefill, onMade }: MakeExportProps) {
  const [of, setOf] = useState<Rows>(prefill.of);
  const [format, setFormat] = useState(prefill.format);
  const [columns, setColumns] = useState(prefill.columns);
  const [webhookUrl, setWebhookUrl] = useState('');
  const { error, isBusy, run } = useAct();
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (prefill.isChosen) form.current?.querySelector<HTMLElement>('input:checked')?.focus();
  }, []);
  const filter = filterOf(prefill.filters);
  const make = () => {
    const wanted = {
      of,
      ...paramsOfFormat(format, language.value, timeZone()),
      filter,
      ...(columns !== null && format !== 'jsonl' && { columns: [...columns] }),
      ...(webhookUrl.trim() !== '' && { webhook_url: webhookUrl.trim() }),
    };
    return run(wanted, async (client, once) => {
      const { id } = await client.exports.create(wanted, once);
      rememberExport(id, prefill.filters);
      onMade();
    });
  };
  return (
    <Section title={t('exports.make')}>
      <p class="soft">{t('exports.make.say')}</p>
      <form
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <Choices
          legend={t('exports.of')}
          name="of"
          value={of}
          choices={ROWS.map((one) => [one, t(`exports.of.${one}`), t(`exports.ofMeans.${one}`)])}
          onValue={(next) => {
            setOf(next);
            setColumns(null);
          }}
        />
        <Choices
          legend={t('exports.format')}
          name="format"
          value={format}
          choices={FORMATS.map((one) => [one, t(`exports.format.${one}`), t(`exports.formatMeans.${one}`)])}
          onValue={setFormat}
        />
        {format !== 'jsonl' && <ColumnsPicker of={of} columns={columns} onColumns={setColumns} />}
        <WhichCalls filters={prefill.filters}>
          {prefill.isLost && <p class="notice">{t('exports.which.lost')}</p>}
        </WhichCalls>
        <div class="fields">
          <Field
            label={t('exports.webhook')}
            name="webhook_url"
            maxlength={2048}
            value={webhookUrl}
            onValue={setWebhookUrl}
            faults={faultsOf(error, 'webhook_url')}
          />
        </div>
        {error !== null && !isBeside(error, ['webhook_url']) && <Problem error={error} />}
        <div class="acts">
          <button type="submit" disabled={isBusy}>
            {t('exports.do')}
          </button>
        </div>
      </form>
    </Section>
  );
}

interface ChoicesProps<Value extends string> {
  readonly legend: string;
  readonly name: string;
  readonly value: Value;
  readonly choices: readonly (readonly [value: Value, name: string, means: string])[];
  readonly onValue: (value: Value) => void;
}

function Choices<Value extends string>({ legend, name, value, choices, onValue }: ChoicesProps<Value>) {
  return (
    <fieldset class="choices choices-beside">
      <legend>{legend}</legend>
      {choices.map(([one, title, means]) => (
        <label key={one} class="choice">
          <input type="radio" name={name} checked={value === one} onChange={() => onValue(one)} />
          <span>
            <strong>{title}</strong>
            <span class="soft small">{means}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
