// What is kept, held and deleted of the account's calls, and who did what.
import type { ComponentChildren } from 'preact';
import { Icon } from '../../parts/icon.tsx';
import { PagesOfView } from '../../parts/section.tsx';
import { to } from '../../routing/router.js';
import { t } from '../../texts/data.js';
import { AuditPage } from './audit/audit-page.tsx';
import { ErasuresPage } from './erasures/erasures-page.tsx';
import { HoldPage } from './holds/hold-page.tsx';
import { HoldsPage } from './holds/holds-page.tsx';
import { RetentionPage } from './retention/retention-page.tsx';

export const RetentionView = () => (
  <Frame>
    <RetentionPage />
  </Frame>
);

export const HoldsView = () => (
  <Frame>
    <HoldsPage />
  </Frame>
);

export const HoldView = ({ params }: { readonly params: Readonly<Record<string, string>> }) => (
  <HoldPage id={params.id ?? ''} />
);

export const ErasuresView = () => (
  <Frame>
    <ErasuresPage />
  </Frame>
);

export const AuditView = () => (
  <Frame>
    <AuditPage />
  </Frame>
);

const Frame = ({ children }: { readonly children: ComponentChildren }) => (
  <div class="account-view">
    <div class="call-ways">
      <a class="way-back" href={to('/settings')}>
        <Icon name="back" />
        {t('settings.title')}
      </a>
    </div>
    <header class="view-head">
      <h1>{t('data.page')}</h1>
    </header>
    <PagesOfView
      label={t('data.page')}
      pages={[
        ['/settings/data', 'data.retention'],
        ['/settings/data/holds', 'data.holds'],
        ['/settings/data/erasures', 'data.erasures'],
        ['/settings/data/audit', 'data.audit'],
      ]}
    />
    {children}
  </div>
);
