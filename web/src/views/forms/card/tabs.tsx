import { useEffect, useRef } from 'preact/hooks';
import { address, to } from '../../../routing/router.js';
import { may } from '../../../session/member.js';
import { t } from '../../../texts/texts.js';

export const TABS = ['form', 'try', 'revisions', 'rescore', 'agreement', 'calls'] as const;
export type Tab = (typeof TABS)[number];

export const tabNow = (): Tab => TABS.find((tab) => tab === address.value.query.tab) ?? 'form';

export function Tabs({ cardId }: { readonly cardId: string }) {
  const now = tabNow();
  const { revision, calls } = address.value.query;
  const current = useRef<HTMLAnchorElement>(null);
  // On a small screen they scroll.
  useEffect(() => current.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' }), [now]);
  if (!may('updateScorecard')) return null;
  return (
    <nav class="form-tabs" aria-label={t('forms.tabs')}>
      {TABS.map((tab) => (
        <a
          key={tab}
          ref={tab === now ? current : null}
          href={to(`/forms/${cardId}`, { revision, calls, tab: tab === 'form' ? undefined : tab })}
          aria-current={tab === now ? 'page' : undefined}
        >
          {t(`forms.tab.${tab}`)}
        </a>
      ))}
    </nav>
  );
}
