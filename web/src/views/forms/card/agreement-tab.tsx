import { useMemo, useState } from 'preact/hooks';
import type { Scorecard, ScorecardRevision } from '../../../../../clients/typescript/src/browser.js';
import { useResource } from '../../../api/use-resource.js';
import { Section } from '../../../parts/section.tsx';
import { Empty, Loading, Problem } from '../../../parts/states.tsx';
import { to } from '../../../routing/router.js';
import { t } from '../../../texts/calibration.js';
import { AgreementTable } from '../../agreement/agreement-table.tsx';
import { askedForm } from '../../agreement/asked-form.js';
import { Lines } from '../../agreement/lines.tsx';
import { type Side, Sides } from '../../agreement/sides.tsx';
import { Watched } from '../../agreement/watched.tsx';
import type { CardData } from '../model/card-data.js';
import { paramsOf, textsOf } from './card-fields.js';

const SIDES: readonly Side[] = ['machine', 'people', 'expert'];

interface AgreementTabProps {
  readonly data: CardData;
  readonly onReload: () => void;
}

/** Agreement of people and the AI on the published revision, or on an earlier one that is shown. */
export function AgreementTab({ data: { card, published, shown }, onReload }: AgreementTabProps) {
  const revision = shown?.status === 'published' ? shown : published;
  if (revision === null) return <Empty title={t('agree.unpublished')} />;
  return <OfRevision key={revision.revision} card={card} of={revision} onReload={onReload} />;
}

interface OfRevisionProps {
  readonly card: Scorecard;
  readonly of: ScorecardRevision;
  readonly onReload: () => void;
}

function OfRevision({ card, of, onReload }: OfRevisionProps) {
  const { id: cardId, target_agreement: target } = card;
  const { revision, sections } = of;
  const [side, setSide] = useState<Side>('machine');
  const agreement = useResource(`agreement ${cardId} ${revision} ${side}`, (client, signal) =>
    client.scorecards.agreement(cardId, { revision, between: side }, { signal }),
  );
  const form = useMemo(() => askedForm(sections), [sections]);
  const { value, error, isLoading, reload } = agreement;
  const isNone = side === 'machine' && value?.between === side && value.questions.every(({ n }) => n === 0);
  return (
    <>
      <Section
        title={t('forms.tab.agreement')}
        act={<a href={to('/forms/calibrations', { card: cardId })}>{t('agree.sessions')}</a>}
      >
        <p class="soft">{t('agree.scope', { n: revision })}</p>
        <Sides sides={SIDES} side={side} onSide={setSide} />
        {error !== null && <Problem error={error} onAgain={reload} />}
        {isLoading && value?.between !== side && (
          <>
            <p class="soft small">{t('agree.counting')}</p>
            <Loading lines={6} />
          </>
        )}
        {isNone && (
          <Empty title={t('agree.none')}>
            <p class="soft">{t('agree.none.say')}</p>
            <a class="button" href={to('/forms/calibrations', { new: cardId })}>
              {t('cal.new')}
            </a>
          </Empty>
        )}
        {!isNone && value?.between === side && <AgreementTable key={side} agreement={value} form={form} />}
      </Section>
      {value?.between === 'machine' && side === 'machine' && (
        <>
          <Lines cardId={cardId} questions={value.questions} form={form} target={target} />
          <Watched
            card={card}
            fields={paramsOf(card, textsOf(card))}
            drift={value.drift ?? null}
            form={form}
            onChanged={() => {
              onReload();
              reload();
            }}
          />
        </>
      )}
    </>
  );
}
