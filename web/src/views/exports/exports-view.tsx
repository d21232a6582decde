// Files of what the calls hold: made of the calls that Calls shows, followed until they are there, fetched, made again.
import { useResource } from '../../api/use-resource.js';
import { filtersIn } from '../../listing/call-filters.js';
import { Icon } from '../../parts/icon.tsx';
import { address, to } from '../../routing/router.js';
import { t } from '../../texts/texts.js';
import { ExportList } from './export-list.tsx';
import { MakeExport } from './make-export.tsx';
import { prefillIn } from './prefill.js';

const SHOWN = 50;

export function ExportsView() {
  const { query } = address.value;
  const filters = filtersIn(query);
  const made = useResource('exports', async (client, signal) => client.exports.list({ limit: SHOWN }, { signal }));
  return (
    <div class="account-view">
      <div class="call-ways">
        <a class="way-back" href={to('/calls', { ...filters })}>
          <Icon name="back" />
          {t('exports.back')}
        </a>
      </div>
      <header class="view-head">
        <h1>{t('exports.title')}</h1>
      </header>
      <MakeExport key={JSON.stringify(query)} prefill={prefillIn(query)} onMade={made.reload} />
      <ExportList made={made} />
    </div>
  );
}
