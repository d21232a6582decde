import type { Source } from '../../../../../clients/typescript/src/browser.js';
import { Section } from '../../../parts/section.tsx';
import { Copy } from '../../../parts/states.tsx';
import { SERVICE_URL } from '../../../routing/router.js';
import { t } from '../../../texts/texts.js';

const QUERY = '?agent_id=agent-7&contact_id=cust-42';

/** URL to enter at the provider. */
export function Callback({ source: { id, defaults } }: { readonly source: Source }) {
  const url = `${SERVICE_URL}/api/v1/intake/twilio/${id}`;
  const isNamed = 'agent_id' in defaults && 'contact_id' in defaults;
  return (
    <Section title={t('sources.callback')}>
      <p class="soft">{t('sources.callback.say')}</p>
      <p class="secret-row">
        <code class="secret">{url}</code>
        <Copy text={url} what={t('sources.callback')} />
      </p>
      {!isNamed && (
        <p class="soft small">
          {t('sources.callback.example')}: <code>{QUERY}</code>
        </p>
      )}
    </Section>
  );
}
