import { useMemo } from 'preact/hooks';
import type { ScorecardRevision } from '../../../../../clients/typescript/src/browser.js';
import { Icon } from '../../../parts/icon.tsx';
import { Problem } from '../../../parts/states.tsx';
import { address, to } from '../../../routing/router.js';
import { may } from '../../../session/member.js';
import { t } from '../../../texts/texts.js';
import { FormBody } from '../builder/form-body.tsx';
import { keptForm } from '../builder/kept.js';
import { FormCheck } from '../check/form-check.tsx';
import type { CardData } from '../model/card-data.js';
import { formOf } from '../model/form-json.js';
import { Download } from './download.tsx';
import { GateFound } from './gate.tsx';
import { CardHead } from './head.tsx';
import { OtherTabs } from './other-tabs.tsx';
import { tabNow } from './tabs.tsx';
import { useNewDraft } from './use-new-draft.js';

interface PublishedCardProps {
  readonly data: CardData;
  readonly shown: ScorecardRevision;
  readonly onReload: () => void;
}

/** A published revision: read, tried, and never changed. Also a draft, for whom may read it alone. */
export function PublishedCard({ data, shown, onReload }: PublishedCardProps) {
  const { card, published } = data;
  const form = useMemo(() => formOf(shown), [shown]);
  const draft = useNewDraft(card.id);
  // Typed into the draft before another tab or person published it.
  const kept = useMemo(() => keptForm(card.id, shown.revision), [card.id, shown.revision]);
  const isInForce = published?.revision === shown.revision;
  const mayWrite = may('updateScorecard');
  const ready = () => Promise.resolve(shown.revision);
  return (
    <>
      <CardHead data={data} what={t(whatIs(shown, isInForce), { n: shown.revision })}>
        {mayWrite && (
          <button type="button" disabled={draft.isBusy || card.archived} onClick={() => void draft.make(shown)}>
            {t('forms.draft.make')}
          </button>
        )}
        <Download card={card} form={form} />
      </CardHead>
      {draft.error !== null && <Problem error={draft.error} />}
      {kept && mayWrite && (
        <p class="form-note" role="status">
          {t('forms.published.kept')}
          <button type="button" class="link" disabled={draft.isBusy} onClick={() => void draft.make(shown, kept.form)}>
            {t('forms.conflict.new')}
          </button>
        </p>
      )}
      {address.value.query.published === 'now' && isInForce && (
        <p class="form-note" role="status">
          <Icon name="check" />
          {t(card.default ? 'forms.published' : 'forms.published.asked', { n: shown.revision })}{' '}
          <GateFound status={address.value.query.gate} cardId={card.id} />
          {!card.default && <a href={to(`/forms/${card.id}`, { tab: 'calls' })}>{t('forms.published.settings')}</a>}{' '}
          <a href={to(`/forms/${card.id}`, { tab: 'rescore' })}>{t('forms.published.next')}</a>
        </p>
      )}
      {!mayWrite && <FormBody form={form} />}
      {mayWrite && tabNow() === 'form' && (
        <FormCheck cardId={card.id} form={form} isChanged={false} isDisabled={card.archived} ready={ready}>
          <FormBody form={form} />
        </FormCheck>
      )}
      {mayWrite && tabNow() !== 'form' && (
        <OtherTabs data={data} form={form} ready={ready} onReload={onReload} drafting={null} />
      )}
    </>
  );
}

function whatIs({ status }: ScorecardRevision, isInForce: boolean) {
  if (status === 'draft') return 'forms.draft.is';
  return isInForce ? 'forms.revision.inForce' : 'forms.revision.earlier';
}
