import type { ComponentChildren } from 'preact';
import { PagesOfView } from '../../parts/section.tsx';
import { SERVICE_URL } from '../../routing/router.js';
import { may } from '../../session/member.js';
import { t } from '../../texts/texts.js';
import { Endpoint } from './endpoints/endpoint-page.tsx';
import { Endpoints } from './endpoints/endpoints-page.tsx';
import { FirstRequest } from './first-request-panel.tsx';
import { Keys } from './keys.tsx';
import { SigningSecret } from './signing-secret.tsx';
import { TestEvent } from './test-event.tsx';

export function DevelopersView() {
  return (
    <Frame>
      <Keys />
      <FirstRequest />
    </Frame>
  );
}

export function NotificationsView() {
  return (
    <Frame>
      {may('getWebhookSecret') && <SigningSecret />}
      <TestEvent />
    </Frame>
  );
}

export function EndpointsView() {
  return (
    <Frame>
      <Endpoints />
    </Frame>
  );
}

export const EndpointView = ({ params: { id = '' } }: { readonly params: Readonly<Record<string, string>> }) => (
  <Endpoint key={id} id={id} />
);

function Frame({ children }: { readonly children: ComponentChildren }) {
  return (
    <div class="account-view">
      <header class="view-head">
        <h1>{t('developers.title')}</h1>
        <p class="links-row">
          <a href={`${SERVICE_URL}/docs`} target="_blank" rel="noreferrer">
            {t('app.docs')}
          </a>
          <a href={`${SERVICE_URL}/openapi.json`} target="_blank" rel="noreferrer">
            {t('developers.openapi')}
          </a>
        </p>
      </header>
      <PagesOfView
        label={t('developers.title')}
        pages={[
          ['/developers', 'developers.pages.keys'],
          ['/developers/endpoints', 'endpoints.title'],
          ['/developers/notifications', 'developers.pages.notifications'],
        ]}
      />
      {children}
    </div>
  );
}
