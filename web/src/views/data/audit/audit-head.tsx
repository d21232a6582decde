// The proof that the log is whole: its signed head, and the whole of it as a file.
import { useAct } from '../../../api/use-act.js';
import { useResource } from '../../../api/use-resource.js';
import { saveFile } from '../../../page/save-file.js';
import { Section } from '../../../parts/section.tsx';
import { Loading, Problem } from '../../../parts/states.tsx';
import { SERVICE_URL } from '../../../routing/router.js';
import { t } from '../../../texts/data.js';
import { number, wholeMoment } from '../../../texts/texts.js';

export function Integrity() {
  const { value: head, error, reload } = useResource('audit-head', (client, signal) => client.audit.head({ signal }));
  const exporting = useAct();
  const save = () =>
    exporting.run('export', async (client) =>
      saveFile('audit.jsonl', 'application/jsonl', await client.audit.export({ format: 'jsonl' })),
    );
  return (
    <Section title={t('audit.integrity')}>
      <p class="soft">{t('audit.integrity.say')}</p>
      {error !== null && <Problem error={error} onAgain={reload} />}
      {head === null && error === null && <Loading lines={2} />}
      {head && (
        <dl class="data-facts">
          <dt>{t('audit.head')}</dt>
          <dd>{t('audit.entry', { n: number(head.sequence) })}</dd>
          <dt>SHA-256</dt>
          <dd>
            <code>{head.hash}</code>
          </dd>
          <dt>{t('audit.head.signed')}</dt>
          <dd>
            {wholeMoment(head.signed_at)} · <code>{head.key_id}</code>
          </dd>
        </dl>
      )}
      <p class="soft small">
        {t('audit.verify')}{' '}
        <a href={`${SERVICE_URL}/docs#/Data`} target="_blank" rel="noopener">
          {t('app.docs')}
        </a>
      </p>
      {exporting.error !== null && <Problem error={exporting.error} />}
      <div class="acts">
        <button type="button" disabled={exporting.isBusy} onClick={() => void save()}>
          {t('audit.export')}
        </button>
        {head && (
          <button
            type="button"
            class="second"
            onClick={() => saveFile('audit-head.json', 'application/json', JSON.stringify(head))}
          >
            {t('audit.head.save')}
          </button>
        )}
        {exporting.isBusy && (
          <span class="moving" role="status">
            <progress aria-hidden="true" /> {t('audit.exporting')}
          </span>
        )}
      </div>
    </Section>
  );
}
