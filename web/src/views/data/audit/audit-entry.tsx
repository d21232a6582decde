import { type ComponentChildren, Fragment } from 'preact';
import type { AuditEntry } from '../../../../../clients/typescript/src/browser.js';
import { Copy } from '../../../parts/states.tsx';
import { whoIs } from '../../../people/who.js';
import { address, to } from '../../../routing/router.js';
import { named, t } from '../../../texts/data.js';
import { moment, number, wholeMoment } from '../../../texts/texts.js';
import { factsOf, isHmac, placeOf, sentenceOf, shortId, targetOf } from './entries.js';

export interface Known {
  /** Names of API keys, by their ids. */
  readonly keys: ReadonlyMap<string, string>;
  /** Ids of what was deleted. */
  readonly gone: ReadonlySet<string>;
}

interface EntryProps {
  readonly entry: AuditEntry;
  readonly known: Known;
}

export function Entry({ entry, known }: EntryProps) {
  const { at, livemode, actor } = entry;
  return (
    <li class="audit-entry">
      <time class="soft" dateTime={new Date(at * 1000).toISOString()} title={wholeMoment(at)}>
        {moment(at)}
      </time>
      <div>
        <p>
          <Sentence
            text={textOf(entry)}
            values={{
              who: (
                <a
                  href={to(address.value.path, { ...address.value.query, page: undefined, actor: actor.id })}
                  dir="auto"
                >
                  {actorName(actor, known.keys)}
                </a>
              ),
              what: <Target entry={entry} known={known} />,
            }}
          />{' '}
          {!livemode && <span class="tag">{t('calls.test')}</span>}
        </p>
        <More entry={entry} />
      </div>
    </li>
  );
}

/** Has the places `{who}` and `{what}`. An action that a newer service enters has no sentence of its own. */
function textOf(entry: AuditEntry): string {
  const text = named('audit.did', sentenceOf(entry));
  return text.includes('{who}') ? text : `{who}: ${entry.action} {what}`;
}

interface SentenceProps {
  readonly text: string;
  readonly values: Readonly<Record<string, ComponentChildren>>;
}

/** A text whose places are filled with elements. */
const Sentence = ({ text, values }: SentenceProps) => (
  <>
    {text.split(/\{(\w+)\}/).map((part, at) => (
      <Fragment key={at}>{at % 2 === 0 ? part : values[part]}</Fragment>
    ))}
  </>
);

export function actorName({ kind, id }: AuditEntry['actor'], keys: Known['keys']): string {
  switch (kind) {
    case 'token':
    case 'member':
      return whoIs(id);
    case 'api_key':
      return t('audit.actor.api_key', { name: keys.get(id) ?? shortId(id) });
    default:
      return named('audit.actor', kind);
  }
}

function Target({ entry, known }: EntryProps) {
  const target = targetOf(entry);
  const place = placeOf(target, known.gone);
  const name = target.type === 'member' ? whoIs(target.id) : (known.keys.get(target.id) ?? shortId(target.id));
  return place === null ? (
    <span dir="auto">{name}</span>
  ) : (
    <a href={to(place)} title={target.id} dir="auto">
      {name}
    </a>
  );
}

/** The entry as it is stored. */
function More({ entry }: { readonly entry: AuditEntry }) {
  const { sequence, action, subject, request_id, client_address, hash } = entry;
  return (
    <details class="audit-more">
      <summary>{sequence === null ? t('audit.entry.new') : t('audit.entry', { n: number(sequence) })}</summary>
      <dl class="data-facts">
        <dt>{t('audit.action')}</dt>
        <dd>
          <code>{action}</code>
        </dd>
        <dt>{t('audit.subject')}</dt>
        <dd>
          <code>{subject.id}</code>{' '}
          <a href={to(address.value.path, { ...address.value.query, page: undefined, subject: subject.id })}>
            {t('audit.subject.only')}
          </a>
        </dd>
        {factsOf(entry).map(([name, value]) => (
          <Fragment key={name}>
            <dt lang="en">{name.replaceAll('_', ' ')}</dt>
            <dd dir="auto">{valueText(value)}</dd>
          </Fragment>
        ))}
        {client_address !== null && (
          <>
            <dt>{t('audit.address')}</dt>
            <dd>{valueText(client_address)}</dd>
          </>
        )}
        {request_id !== null && (
          <>
            <dt>{t('audit.request')}</dt>
            <dd>
              <code>{request_id}</code> <Copy text={request_id} what={t('audit.request')} />
            </dd>
          </>
        )}
        {hash !== null && (
          <>
            <dt>SHA-256</dt>
            <dd>
              <code>{hash}</code>
            </dd>
          </>
        )}
      </dl>
    </details>
  );
}

/** Names are stored as HMACs: the same name has the same one, and none can be read from it. */
function valueText(value: unknown): string {
  if (isHmac(value)) return t('audit.hidden', { mark: shortId(value) });
  if (typeof value === 'number') return number(value);
  return typeof value === 'string' ? value : JSON.stringify(value);
}
