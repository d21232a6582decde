import { CallAnalysisError } from '../../../../../clients/typescript/src/browser.js';
import { Field } from '../../../parts/field.tsx';
import { t } from '../../../texts/texts.js';
import { Choices, TextArea } from '../choices.tsx';
import { isPreset, NAMINGS, type PartProps } from './source-draft.js';

const EXAMPLE = "{agent_id}_{contact_id}_{started_at:yyyyMMdd'T'HHmm}.wav";

/** Fields for the places from which agent, contact and time are read. */
export function NamingFields({ draft, onDraft, error }: PartProps) {
  const { naming } = draft;
  const faults = faultsOfNaming(error);
  return (
    <>
      <Choices
        legend={t('sources.naming')}
        name="naming"
        value={naming}
        choices={NAMINGS.map((one) => [one, t(`sources.naming.${one}`), t(`sources.namingMeans.${one}`)])}
        onValue={(next) => onDraft({ naming: next })}
      />
      {naming === 'pattern' && (
        <TextArea
          label={t('sources.pattern')}
          say={`${t('sources.pattern.say')} ${EXAMPLE}`}
          name="pattern"
          rows={1}
          value={draft.pattern}
          onValue={(pattern) => onDraft({ pattern: pattern.replaceAll('\n', '') })}
          faults={faults}
        />
      )}
      {naming === 'sidecar' && (
        <>
          <Field
            label={t('sources.sidecar')}
            name="sidecar"
            required
            maxlength={100}
            value={draft.sidecar}
            onValue={(sidecar) => onDraft({ sidecar })}
          />
          <TextArea
            label={t('sources.map')}
            say={t('sources.map.say')}
            name="map"
            value={draft.map}
            onValue={(map) => onDraft({ map })}
            faults={faults}
          />
        </>
      )}
      {naming === 'object_metadata' && (
        <TextArea
          label={t('sources.headers')}
          say={t('sources.headers.say')}
          name="object_metadata"
          value={draft.objectMetadata}
          onValue={(objectMetadata) => onDraft({ objectMetadata })}
          faults={faults}
        />
      )}
      {!isPreset(naming) && (
        <Field
          label={t('sources.timeZone')}
          name="time_zone"
          maxlength={60}
          value={draft.timeZone}
          onValue={(timeZone) => onDraft({ timeZone })}
        />
      )}
      {isPreset(naming) && faults.length > 0 && (
        <p class="fault" lang="en">
          {faults.join('. ')}
        </p>
      )}
    </>
  );
}

/** Faults of the naming, each with the map's field in front, since the message alone does not name it. */
function faultsOfNaming(error: unknown): readonly string[] {
  const items = error instanceof CallAnalysisError ? (error.items ?? []) : [];
  return items
    .filter(({ loc }) => loc.includes('naming'))
    .map(({ loc, msg }) => {
      const below = loc.slice(loc.indexOf('naming') + 2);
      return below.length === 0 ? msg : `${below.join('.')}: ${msg}`;
    });
}
