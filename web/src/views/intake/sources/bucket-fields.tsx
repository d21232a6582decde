import { Field } from '../../../parts/field.tsx';
import { faultsOf } from '../../../parts/states.tsx';
import { t } from '../../../texts/texts.js';
import { Choices } from '../choices.tsx';
import type { PartProps } from './source-draft.js';

/** Fields for the location of the recordings and the credentials of the bucket. */
export function BucketFields({ draft, onDraft, error, isNew }: PartProps & { readonly isNew: boolean }) {
  return (
    <>
      <div class="fields">
        <Field
          label={t('sources.bucket')}
          name="bucket"
          required
          maxlength={63}
          value={draft.bucket}
          onValue={(bucket) => onDraft({ bucket })}
          faults={faultsOf(error, 'bucket')}
        />
        <Field
          label={t('sources.prefix')}
          name="prefix"
          maxlength={900}
          value={draft.prefix}
          onValue={(prefix) => onDraft({ prefix })}
          faults={faultsOf(error, 'prefix')}
        />
        <Field
          label={t('sources.region')}
          name="region"
          maxlength={40}
          value={draft.region}
          onValue={(region) => onDraft({ region })}
          faults={faultsOf(error, 'region')}
        />
        <Field
          label={t('sources.endpoint')}
          name="endpoint"
          maxlength={2048}
          value={draft.endpoint}
          onValue={(endpoint) => onDraft({ endpoint })}
          faults={faultsOf(error, 'endpoint')}
        />
      </div>
      <Choices
        legend={t('sources.credentials')}
        name="credentials"
        value={draft.credentials}
        choices={(['keys', 'role'] as const).map((one) => [
          one,
          t(`sources.credentials.${one}`),
          t(`sources.credentialsMeans.${one}`),
        ])}
        onValue={(credentials) => onDraft({ credentials })}
      />
      {!isNew && <p class="soft small">{t('sources.credentials.stay')}</p>}
      <div class="fields">
        {draft.credentials === 'keys' ? (
          <>
            <Field
              label={t('sources.accessKeyId')}
              name="access_key_id"
              required={isNew}
              maxlength={128}
              value={draft.accessKeyId}
              onValue={(accessKeyId) => onDraft({ accessKeyId })}
              faults={[...faultsOf(error, 'access_key_id'), ...faultsOf(error, 'credentials')]}
            />
            <Field
              label={t('sources.secretAccessKey')}
              name="secret_access_key"
              type="password"
              autocomplete="new-password"
              required={isNew}
              maxlength={256}
              value={draft.secretAccessKey}
              onValue={(secretAccessKey) => onDraft({ secretAccessKey })}
              faults={faultsOf(error, 'secret_access_key')}
            />
          </>
        ) : (
          <Field
            label={t('sources.roleArn')}
            name="role_arn"
            required={isNew}
            maxlength={2048}
            value={draft.roleArn}
            onValue={(roleArn) => onDraft({ roleArn })}
            faults={[...faultsOf(error, 'role_arn'), ...faultsOf(error, 'credentials')]}
          />
        )}
      </div>
    </>
  );
}
