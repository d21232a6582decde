import { Field } from '../../../parts/field.tsx';
import { faultsOf } from '../../../parts/states.tsx';
import { t } from '../../../texts/texts.js';
import { Choices } from '../choices.tsx';
import type { PartProps } from './source-draft.js';

export function TwilioFields({ draft, onDraft, error, isNew }: PartProps & { readonly isNew: boolean }) {
  return (
    <>
      <div class="fields">
        <Field
          label={t('sources.accountSid')}
          name="account_sid"
          required
          maxlength={64}
          value={draft.accountSid}
          onValue={(accountSid) => onDraft({ accountSid })}
          faults={faultsOf(error, 'account_sid')}
        />
        <Field
          label={t('sources.authToken')}
          name="auth_token"
          type="password"
          autocomplete="new-password"
          required={isNew}
          maxlength={256}
          value={draft.authToken}
          onValue={(authToken) => onDraft({ authToken })}
          faults={[...faultsOf(error, 'auth_token'), ...faultsOf(error, 'credentials')]}
        />
        <Field
          label={t('sources.apiBase')}
          name="api_base"
          maxlength={2048}
          value={draft.apiBase}
          onValue={(apiBase) => onDraft({ apiBase })}
          faults={faultsOf(error, 'api_base')}
        />
      </div>
      {!isNew && <p class="soft small">{t('sources.credentials.stay')}</p>}
      <Choices
        legend={t('sources.leg')}
        name="leg"
        value={draft.leg}
        choices={(['child', 'parent'] as const).map((one) => [
          one,
          t(`sources.leg.${one}`),
          t(`sources.legMeans.${one}`),
        ])}
        onValue={(leg) => onDraft({ leg })}
      />
    </>
  );
}
