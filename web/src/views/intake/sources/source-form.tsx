import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import {
  CallAnalysisError,
  type Source,
  type SourceTest as Tried,
} from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { Field } from '../../../parts/field.tsx';
import { faultsOf, isBeside, Problem } from '../../../parts/states.tsx';
import { t } from '../../../texts/texts.js';
import { Choices, Select } from '../choices.tsx';
import { BucketFields } from './bucket-fields.tsx';
import { NamingFields } from './naming-fields.tsx';
import { type Draft, draftOf, type PartProps, paramsOf } from './source-draft.js';
import { TestResult } from './source-test.tsx';
import { TwilioFields } from './twilio-fields.tsx';

interface SourceFormProps {
  /** Null: a new source. */
  readonly source: Source | null;
  readonly onSaved: (source: Source) => void;
  /** Null when there is no page to go back to. */
  readonly onCancel: (() => void) | null;
}

/** Members with a field of their own in the form. Faults of the naming and its maps are shown beside them. */
const FIELDS = [
  ...['name', 'bucket', 'prefix', 'region', 'endpoint', 'every_seconds', 'account_sid', 'auth_token', 'api_base'],
  ...['access_key_id', 'secret_access_key', 'role_arn', 'pattern', 'sidecar', 'time_zone'],
  ...['agent_id', 'contact_id', 'language', 'agent_channel', 'credentials'],
];

export function SourceForm({ source, onSaved, onCancel }: SourceFormProps) {
  const [draft, setDraft] = useState(() => draftOf(source));
  const { error, isBusy, run } = useAct();
  const [tried, setTried] = useState<Tried | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const isOpened = onCancel !== null;
  useLayoutEffect(() => {
    if (isOpened) form.current?.querySelector('input')?.focus();
  }, [isOpened]);
  const set = (part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }));
  const save = () => {
    const wanted = paramsOf(draft, source);
    return run(wanted, async (client, once) =>
      onSaved(
        source === null ? await client.sources.create(wanted, once) : await client.sources.update(source.id, wanted),
      ),
    );
  };
  const test = () => {
    setTried(null);
    const wanted = paramsOf(draft, null);
    if (form.current?.reportValidity())
      void run(['test', wanted], async (client, once) => setTried(await client.sources.testNew(wanted, once)));
  };
  const part = { draft, onDraft: set, error };
  return (
    <form
      ref={form}
      class="make-key"
      autocomplete="off"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {source === null && (
        <Choices
          legend={t('sources.kind')}
          name="kind"
          value={draft.kind}
          choices={(['s3', 'twilio'] as const).map((one) => [
            one,
            t(`sources.kind.${one}`),
            t(`sources.kindMeans.${one}`),
          ])}
          onValue={(kind) => set({ kind })}
        />
      )}
      <Field
        label={t('sources.name')}
        name="name"
        required
        maxlength={100}
        value={draft.name}
        onValue={(name) => set({ name })}
        faults={faultsOf(error, 'name')}
      />
      {draft.kind === 'twilio' ? (
        <TwilioFields {...part} isNew={source === null} />
      ) : (
        <>
          <BucketFields {...part} isNew={source === null} />
          <NamingFields {...part} />
          <Looking {...part} />
        </>
      )}
      <Defaults {...part} />
      {error !== null && !isAllBeside(error) && <Problem error={error} />}
      {source !== null && draft.kind === 's3' && <p class="soft small section-foot">{t('sources.readAgain')}</p>}
      <div class="acts">
        <button type="submit" disabled={isBusy}>
          {t(source === null ? 'sources.add' : 'sources.save')}
        </button>
        {source === null && draft.kind === 's3' && (
          <button type="button" class="second" disabled={isBusy} onClick={test}>
            {t('sources.test.do')}
          </button>
        )}
        {onCancel && (
          <button type="button" class="second" onClick={onCancel}>
            {t('developers.cancel')}
          </button>
        )}
      </div>
      <TestResult tried={tried} />
    </form>
  );
}

/** True when all faults are shown beside fields. Faults of the naming are shown beside it, for any key of a map. */
function isAllBeside(error: unknown): boolean {
  const items = error instanceof CallAnalysisError ? (error.items ?? []) : [];
  const others = items.filter(({ loc }) => !loc.includes('naming'));
  return (
    items.length > 0 &&
    (others.length === 0 ||
      isBeside(error, [...FIELDS, ...items.flatMap(({ loc }) => (loc.includes('naming') ? [loc.at(-1) ?? ''] : []))]))
  );
}

function Looking({ draft, onDraft, error }: PartProps) {
  return (
    <div class="fields">
      <Select
        label={t('sources.start')}
        value={draft.start}
        choices={(['new', 'all'] as const).map((one) => [one, t(`sources.start.${one}`)])}
        onValue={(start) => onDraft({ start })}
      />
      <Field
        label={t('sources.every')}
        name="every_seconds"
        required
        maxlength={4}
        value={draft.everySeconds}
        onValue={(everySeconds) => onDraft({ everySeconds })}
        faults={faultsOf(error, 'every_seconds')}
      />
      <Select
        label={t('sources.after')}
        value={draft.after}
        choices={(['leave', 'tag'] as const).map((one) => [one, t(`sources.after.${one}`)])}
        onValue={(after) => onDraft({ after })}
      />
    </div>
  );
}

function Defaults({ draft, onDraft, error }: PartProps) {
  const { agentId, contactId, language, agentChannel } = draft;
  return (
    <fieldset class="choices">
      <legend>{t('sources.defaults')}</legend>
      <div class="fields">
        <Field
          label={t('calls.agent')}
          name="agent_id"
          maxlength={255}
          value={agentId}
          onValue={(next) => onDraft({ agentId: next })}
          faults={faultsOf(error, 'agent_id')}
        />
        <Field
          label={t('calls.contact')}
          name="contact_id"
          maxlength={255}
          value={contactId}
          onValue={(next) => onDraft({ contactId: next })}
          faults={faultsOf(error, 'contact_id')}
        />
        <Field
          label={t('intake.language')}
          name="language"
          maxlength={10}
          value={language}
          onValue={(next) => onDraft({ language: next })}
          faults={faultsOf(error, 'language')}
        />
        {draft.kind === 's3' && (
          <Select
            label={t('sources.channel')}
            value={agentChannel}
            choices={[
              ['', t('sources.channel.none')],
              ['0', t('sources.channel.0')],
              ['1', t('sources.channel.1')],
            ]}
            onValue={(next) => onDraft({ agentChannel: next })}
          />
        )}
      </div>
    </fieldset>
  );
}
