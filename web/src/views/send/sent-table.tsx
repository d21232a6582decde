import type { Progress } from '../../../../clients/typescript/src/browser.js';
import { Icon } from '../../parts/icon.tsx';
import { MAX_PARTY, type Party } from '../../sending/name-pattern.js';
import { areWhole, type Item, type Parties, partiesOf, remove, typeParty } from '../../sending/outbox.js';
import { cancel, sendAgain } from '../../sending/send.js';
import { named, number, t } from '../../texts/texts.js';
import { ItemState } from './item-state.tsx';

interface SentTableProps {
  readonly items: readonly Item[];
  readonly progress: ReadonlyMap<string, Progress>;
}

export function SentTable({ items, progress }: SentTableProps) {
  return (
    <table class="rows-table is-boxed sent-table">
      <caption class="unseen">{t('send.title')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('send.file')}</th>
          <th scope="col" class="figure">
            {t('send.size')}
          </th>
          <th scope="col">{t('calls.agent')}</th>
          <th scope="col">{t('calls.contact')}</th>
          <th scope="col">{t('send.state')}</th>
          <th scope="col">
            <span class="unseen">{t('send.acts')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <Row key={item.id} item={item} progress={progress} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ item, progress }: { readonly item: Item; readonly progress: ReadonlyMap<string, Progress> }) {
  const { source, fields } = item;
  const name = 'file' in source ? source.file.name : named('send.scenario', source.scenario);
  const isOpen = item.state.kind === 'ready' || (item.state.kind === 'refused' && 'file' in source);
  const parties = isOpen ? partiesOf(item) : null;
  return (
    <tr>
      <td class="cell-file" dir="auto">
        {name}
      </td>
      <td class="cell-size figure soft">{'file' in source ? sizeOf(source.file) : ''}</td>
      {(['agent', 'contact'] as const).map((party) =>
        parties ? (
          <PartyField key={party} item={item} party={party} parties={parties} name={name} />
        ) : (
          <td key={party} class="cell-party cut" dir="auto">
            {party === 'agent' ? fields?.agent_id : fields?.contact_id}
          </td>
        ),
      )}
      <td class="cell-sent">
        <ItemState item={item} name={name} progress={progress} />
      </td>
      <td class="cell-acts">
        <Acts item={item} name={name} />
      </td>
    </tr>
  );
}

function sizeOf({ size }: File): string {
  const [unit, divisor] = size < 1e6 ? (['kilobyte', 1e3] as const) : (['megabyte', 1e6] as const);
  return number(size / divisor, { style: 'unit', unit, maximumFractionDigits: size / divisor < 10 ? 1 : 0 });
}

interface PartyFieldProps {
  readonly item: Item;
  readonly party: Party;
  readonly parties: Parties;
  readonly name: string;
}

function PartyField({ item, party, parties, name }: PartyFieldProps) {
  const value = parties[party];
  const label = t(party === 'agent' ? 'calls.agent' : 'calls.contact');
  return (
    <td class="cell-party">
      <span class="only-small soft small" aria-hidden="true">
        {label}
      </span>
      <input
        type="text"
        aria-label={t('send.party', { party: label, file: name })}
        aria-invalid={value.trim() === '' ? true : undefined}
        value={value}
        maxLength={MAX_PARTY}
        autocomplete="off"
        dir="auto"
        onInput={(event) => typeParty(item.id, party, event.currentTarget.value)}
      />
    </td>
  );
}

function Acts({ item, name }: { readonly item: Item; readonly name: string }) {
  const { kind } = item.state;
  // A scenario that has begun is not ended: it takes a moment.
  const canCancel = (kind === 'sending' || kind === 'paused' || kind === 'queued') && 'file' in item.source;
  const canRepeat = kind === 'refused' || kind === 'cancelled' || kind === 'unreadable';
  return (
    <>
      {canCancel && (
        <button type="button" class="link" aria-label={`${t('send.cancel')}: ${name}`} onClick={() => cancel(item.id)}>
          {t('send.cancel')}
        </button>
      )}
      {canRepeat && (
        <button
          type="button"
          class="link"
          aria-label={`${t('send.again')}: ${name}`}
          disabled={kind === 'refused' && 'file' in item.source && !areWhole(partiesOf(item))}
          onClick={() => sendAgain(item.id)}
        >
          {t('send.again')}
        </button>
      )}
      {!canCancel && kind !== 'queued' && kind !== 'sending' && (
        <button
          type="button"
          class="bare"
          aria-label={t('send.remove', { file: name })}
          title={t('send.remove', { file: name })}
          onClick={() => remove(item.id)}
        >
          <Icon name="cross" />
        </button>
      )}
    </>
  );
}
