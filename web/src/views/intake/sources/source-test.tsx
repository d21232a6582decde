import { useState } from 'preact/hooks';
import type { Source, SourceTest as Tried } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { Section } from '../../../parts/section.tsx';
import { Problem } from '../../../parts/states.tsx';
import { t } from '../../../texts/texts.js';
import { Reasons } from '../reasons.tsx';

/** Shows what the newest recordings' names would result in. Imports nothing. */
export function SourceTest({ source: { id } }: { readonly source: Source }) {
  const [tried, setTried] = useState<Tried | null>(null);
  const { error, isBusy, run } = useAct();
  const look = () => {
    setTried(null);
    return run(`test ${id}`, async (client, once) => setTried(await client.sources.test(id, once)));
  };
  return (
    <Section title={t('sources.test')}>
      <p class="soft">{t('sources.test.say')}</p>
      <div class="acts">
        <button type="button" disabled={isBusy} onClick={() => void look()}>
          {t(isBusy ? 'sources.test.busy' : 'sources.test.do')}
        </button>
      </div>
      {error !== null && <Problem error={error} />}
      <TestResult tried={tried} />
    </Section>
  );
}

export function TestResult({ tried }: { readonly tried: Tried | null }) {
  return (
    <div role="status">
      {tried && tried.error !== null && (
        <p class="notice" lang="en">
          {tried.error}
        </p>
      )}
      {tried?.items.length === 0 && tried.error === null && <p>{t('sources.test.none')}</p>}
      {tried && tried.items.length > 0 && <TriedTable items={tried.items} />}
    </div>
  );
}

function TriedTable({ items }: { readonly items: Tried['items'] }) {
  return (
    <table class="rows-table items-table">
      <caption class="unseen">{t('sources.test')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('sources.key')}</th>
          <th scope="col">{t('sources.becomes')}</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ key, submission, error }) => (
          <tr key={key}>
            <th scope="row" dir="auto">
              <code>{key}</code>
            </th>
            <td>
              <Reasons errors={error === null ? [] : [error]} />
              {submission && <Fields submission={submission} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Fields({ submission }: { readonly submission: Readonly<Record<string, unknown>> }) {
  return (
    <ul class="counts">
      {Object.entries(submission).map(([name, value]) => (
        <li key={name} dir="auto">
          <span class="soft">{name}</span> {typeof value === 'string' ? value : JSON.stringify(value)}
        </li>
      ))}
    </ul>
  );
}
