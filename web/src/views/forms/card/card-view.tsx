import { useEffect } from 'preact/hooks';
import { useResource } from '../../../api/use-resource.js';
import { Icon } from '../../../parts/icon.tsx';
import { Loading, Problem } from '../../../parts/states.tsx';
import { address, to } from '../../../routing/router.js';
import { may } from '../../../session/member.js';
import { t } from '../../../texts/texts.js';
import { loadCard, withRevision } from '../model/card-data.js';
import { DraftCard } from './draft-card.tsx';
import { PublishedCard } from './published-card.tsx';

export function CardView({ params: { id = '' } }: { readonly params: Readonly<Record<string, string>> }) {
  const wanted = numberIn(address.value.query.revision);
  const data = useResource(`${id} ${wanted ?? ''}`, async (client, signal) => loadCard(client, id, wanted, signal));
  const name = data.value?.card.name;
  useEffect(() => {
    if (name !== undefined) document.title = `${name} · ${t('app.name')}`;
  });
  const shown = data.value?.shown ?? null;
  // Who may not write forms reads drafts as published ones are read.
  const isEdited = shown?.status !== 'published' && may('updateScorecard');
  return (
    <div class="form-card">
      <a class="way-back" href={to('/forms')}>
        <Icon name="back" />
        {t('forms.title')}
      </a>
      {data.error !== null && <Problem error={data.error} onAgain={data.reload} />}
      {data.value === null && data.error === null && <Loading lines={12} />}
      {data.value && isEdited && (
        <DraftCard
          key={`${id} ${shown?.revision ?? 'new'}`}
          data={data.value}
          onSaved={(revision) => data.change((now) => withRevision(now, revision))}
          onReload={data.reload}
        />
      )}
      {data.value && shown && !isEdited && (
        <PublishedCard key={`${id} ${shown.revision}`} data={data.value} shown={shown} onReload={data.reload} />
      )}
      {data.value && shown === null && !isEdited && <p class="soft">{t('forms.inForce.none')}</p>}
    </div>
  );
}

const numberIn = (text: string | undefined): number | null =>
  text !== undefined && /^[1-9]\d{0,3}$/.test(text) ? Number(text) : null;
