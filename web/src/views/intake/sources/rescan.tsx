import { useState } from 'preact/hooks';
import type { Source } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { dayOf, startOfDay } from '../../../listing/call-filters.js';
import { Field } from '../../../parts/field.tsx';
import { Section } from '../../../parts/section.tsx';
import { faultsOf, isBeside, Problem } from '../../../parts/states.tsx';
import { t } from '../../../texts/texts.js';

interface RescanProps {
  readonly source: Source;
  readonly onBegun: (source: Source) => void;
}

export function Rescan({ source: { id }, onBegun }: RescanProps) {
  const [from, setFrom] = useState('');
  const [isBegun, setBegun] = useState(false);
  const { error, isBusy, run } = useAct();
  const begin = () => {
    const start = from === '' ? undefined : startOfDay(from, 0);
    const wanted = start === undefined ? {} : { from: start };
    setBegun(false);
    void run({ id, wanted }, async (client, once) => {
      onBegun(await client.sources.rescan(id, wanted, once));
      setBegun(true);
    });
  };
  return (
    <Section title={t('sources.rescan')}>
      <p class="soft">{t('sources.rescan.say')}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          begin();
        }}
      >
        <Field
          label={t('sources.rescan.from')}
          name="from"
          type="date"
          max={dayOf(new Date())}
          value={from}
          onValue={setFrom}
          faults={faultsOf(error, 'from')}
        />
        {error !== null && !isBeside(error, ['from']) && <Problem error={error} />}
        <div class="acts">
          <button type="submit" class="second" disabled={isBusy}>
            {t('sources.rescan.do')}
          </button>
          <span role="status">{isBegun && t('sources.rescan.begun')}</span>
        </div>
      </form>
    </Section>
  );
}
