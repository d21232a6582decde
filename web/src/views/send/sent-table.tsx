import { useState } from 'preact/hooks';
import type { Progress } from '../../../../clients/typescript/src/browser.js';
import { Field } from '../../parts/field.tsx';
import { Icon } from '../../parts/icon.tsx';
import { MAX_PARTY, type Party } from '../../sending/name-pattern.js';
import { areWhole, type Item, type Parties, partiesOf, remove, typeParty } from '../../sending/outbox.js';
import { cancel, sendAgain } from '../../sending/send.js';
import { named, number, t, tn } from '../../texts/texts.js';
import { ItemState } from './item-state.tsx';

interface SentTableProps {
  readonly items: readonly Item[];
  readonly progress: ReadonlyMap<string, Progress>;
}

export function SentTable({ items, progress }: SentTableProps) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const open = items.filter(isOpen);
  const chosen = open.filter(({ id }) => ids.has(id));
  const toggle = (id: number) => setIds(new Set(ids.has(id) ? [...ids].filter((one) => one !== id) : [...ids, id]));
  return (
    <>
      {chosen.length > 0 && <ChosenFiles key={[...ids].join()} chosen={chosen} />}
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
            <Row
              key={item.id}
              item={item}
              progress={progress}
              isChosen={ids.has(item.id)}
              onToggle={open.length > 1 ? toggle : null}
            />
          ))}
        </tbody>
      </table>
    </>
  );
}

/** True while its agent and contact can be changed. */
const isOpen = ({ state, source }: Item): boolean =>
  'file' in source && (state.kind === 'ready' || state.kind === 'refused');

/** One agent, or one contact, for several files. */
function ChosenFiles({ chosen }: { readonly chosen: readonly Item[] }) {
  const [typed, setTyped] = useState<Readonly<Partial<Record<Party, string>>>>({});
  return (
    <section class="chosen-bar" aria-label={t('send.chosen')}>
      <strong role="status">{tn('send.chosen', chosen.length)}</strong>
      {(['agent', 'contact'] as const).map((party) => (
        <Field
          key={party}
          label={t(`calls.${party}`)}
          name={`chosen-${party}`}
          value={typed[party] ?? ''}
          maxlength={MAX_PARTY}
          autocomplete="off"
          onValue={(value) => {
            setTyped({ ...typed, [party]: value });
            for (const { id } of chosen) typeParty(id, party, value);
          }}
        />
      ))}
    </section>
  );
}

interface RowProps {
  readonly item: Item;
  readonly progress: ReadonlyMap<string, Progress>;
  readonly isChosen: boolean;
  /** Null: there is no other file to change with it. */
  readonly onToggle: ((id: number) => void) | null;
}

function Row({ item, progress, isChosen, onToggle }: RowProps) {
  const { source, fields } = item;
  const name = 'file' in source ? source.file.name : named('send.scenario', source.scenario);
  const parties = isOpen(item) ? partiesOf(item) : null;
  return (
    <tr>
      <td class="cell-file" dir="auto">
        {parties && onToggle && (
          <input
            type="checkbox"
            class="choose"
            aria-label={t('many.choose', { name })}
            checked={isChosen}
            onClick={() => onToggle(item.id)}
          />
        )}
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
