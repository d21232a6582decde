import type { ComponentChildren } from 'preact';
import { PagesOfView } from '../../parts/section.tsx';
import { t } from '../../texts/texts.js';
import { AccountPage } from './account.tsx';
import { EnginesPage } from './engines/engines-page.tsx';
import { HistoryPage } from './history.tsx';
import { RedactionPage } from './masking/redaction.tsx';
import { MembersPage } from './members/members-page.tsx';
import { PlanPage } from './plan.tsx';
import { SignInPage } from './sign-in/sign-in-page.tsx';
import { SystemPage } from './system.tsx';

export const PlanView = () => (
  <Frame>
    <PlanPage />
  </Frame>
);

export const HistoryView = () => (
  <Frame>
    <HistoryPage />
  </Frame>
);

export const AccountView = () => (
  <Frame>
    <AccountPage />
  </Frame>
);

export const RedactionView = () => (
  <Frame>
    <RedactionPage />
  </Frame>
);

export const EnginesView = () => (
  <Frame>
    <EnginesPage />
  </Frame>
);

export const SystemView = () => (
  <Frame>
    <SystemPage />
  </Frame>
);

export const MembersView = () => (
  <Frame>
    <MembersPage />
  </Frame>
);

export const SignInView = () => (
  <Frame>
    <SignInPage />
  </Frame>
);

function Frame({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="account-view">
      <header class="view-head">
        <h1>{t('settings.heading')}</h1>
      </header>
      <PagesOfView
        label={t('settings.heading')}
        pages={[
          ['/settings', 'settings.pages.plan'],
          ['/settings/history', 'settings.pages.history'],
          ['/settings/masking', 'redaction.page'],
          ['/settings/engines', 'engines.page'],
          ['/settings/data', 'data.page'],
          ['/settings/system', 'system.page'],
          ['/settings/members', 'members.page'],
          ['/settings/sign-in', 'signIn.page'],
          ['/settings/account', 'settings.pages.account'],
        ]}
      />
      {children}
    </div>
  );
}
