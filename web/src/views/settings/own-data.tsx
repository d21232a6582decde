import { useState } from 'preact/hooks';
import { useAct } from '../../api/use-act.js';
import { Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Saved } from '../../parts/saved.tsx';
import { Section } from '../../parts/section.tsx';
import { faultsOf, isBeside, Problem } from '../../parts/states.tsx';
import { may } from '../../session/member.js';
import { t } from '../../texts/texts.js';
import type { OfUser } from './call-defaults.tsx';
import { type MetadataRow, metadataOf, rowsOf } from './metadata.js';

/** The own phone number, and what admins note of the account for programs. */
export function OwnData({ user, onUser }: OfUser) {
  const [phone, setPhone] = useState(user.phone_number ?? '');
  const [rows, setRows] = useState(() => rowsOf(user.metadata));
  const [isSaved, setSaved] = useState(false);
  const { error, isBusy, run } = useAct();
  const isOfAccount = may('changeAccount');
  return (
    <Section title={t(isOfAccount ? 'settings.own' : 'members.phone')}>
      <form
        onInput={() => setSaved(false)}
        onSubmit={(event) => {
          event.preventDefault();
          const changes = {
            phone_number: phone.trim() === '' ? null : phone.trim(),
            ...(isOfAccount && { metadata: metadataOf(rows) }),
          };
          void run(changes, async (client) => {
            const next = await client.users.update(changes);
            setRows(rowsOf(next.metadata));
            onUser(next);
            setSaved(true);
          });
        }}
      >
        <Field
          label={t('settings.phone')}
          name="phone_number"
          type="text"
          autocomplete="tel"
          maxlength={32}
          value={phone}
          onValue={setPhone}
          faults={faultsOf(error, 'phone_number')}
        />
        {isOfAccount && (
          <Metadata
            rows={rows}
            onRows={(next) => {
              setRows(next);
              setSaved(false);
            }}
          />
        )}
        {error !== null && !isBeside(error, ['phone_number']) && <Problem error={error} />}
        <div class="acts">
          <button type="submit" class="second" disabled={isBusy}>
            {t('settings.save')}
          </button>
          <Saved is={isSaved} />
        </div>
      </form>
    </Section>
  );
}

interface MetadataProps {
  readonly rows: readonly MetadataRow[];
  readonly onRows: (rows: readonly MetadataRow[]) => void;
}

function Metadata({ rows, onRows }: MetadataProps) {
  const change = (at: number, by: Partial<MetadataRow>) =>
    onRows(rows.map((row, index) => (index === at ? { ...row, ...by } : row)));
  return (
    <fieldset class="choices">
      <legend>{t('settings.metadata')}</legend>
      <p class="soft">{t('settings.metadata.say')}</p>
      {rows.map((row, at) => (
        <div class="metadata-row" key={row.id}>
          <input
            aria-label={t('settings.metadata.key', { n: at + 1 })}
            placeholder={t('settings.metadata.keyHint')}
            maxLength={40}
            value={row.key}
            onInput={({ currentTarget }) => change(at, { key: currentTarget.value })}
          />
          <input
            aria-label={t('settings.metadata.value', { n: at + 1 })}
            placeholder={t('settings.metadata.valueHint')}
            maxLength={500}
            value={row.text}
            onInput={({ currentTarget }) => change(at, { text: currentTarget.value })}
          />
          <button
            type="button"
            class="bare"
            aria-label={t('settings.metadata.remove', { n: at + 1 })}
            onClick={() => onRows(rows.filter((_, index) => index !== at))}
          >
            <Icon name="cross" />
          </button>
        </div>
      ))}
      {rows.length < 50 && (
        <button
          type="button"
          class="link"
          onClick={() =>
            onRows([...rows, { id: Math.max(0, ...rows.map(({ id }) => id)) + 1, key: '', text: '', given: null }])
          }
        >
          {t('settings.metadata.add')}
        </button>
      )}
    </fieldset>
  );
}
