import type { ComponentChildren } from 'preact';
import { useBar } from '../../../parts/bar.js';
import { t, tn } from '../../../texts/texts.js';
import type { CardData } from '../model/card-data.js';
import { Tabs } from './tabs.tsx';

interface HeadProps {
  readonly data: CardData;
  /** Which revision, and what it is. */
  readonly what: string;
  readonly children: ComponentChildren;
}

export function CardHead({ data: { card, judged }, what, children }: HeadProps) {
  return (
    <>
      <header class="view-head form-head" ref={useBar('top')}>
        <h1 dir="auto">{card.name}</h1>
        <span class="tag">{what}</span>
        {card.archived && <span class="tag unsure">{t('forms.archived')}</span>}
        {!card.livemode && <span class="tag">{t('calls.test')}</span>}
        <span class="soft small">{tn('forms.judged', judged)}</span>
        <div class="form-head-acts">{children}</div>
      </header>
      <Tabs cardId={card.id} />
    </>
  );
}
