import { useState } from 'preact/hooks';
import type { ApiKey, Scope } from '../../../../clients/typescript/src/browser.js';
import { useAct } from '../../api/use-act.js';
import { useResource } from '../../api/use-resource.js';
import { Dialog } from '../../parts/dialog.tsx';
import { Section } from '../../parts/section.tsx';
import { Loading, Problem } from '../../parts/states.tsx';
import { whoIs } from '../../people/who.js';
import { may } from '../../session/member.js';
import { moment, named, t, wholeMoment } from '../../texts/texts.js';
import { FreshKeyPanel, forgetFreshKey, freshKey } from './fresh-key.tsx';
import { MakeKey } from './make-key.tsx';
import { SCOPES, UNASKED_SCOPES } from './scopes.js';

/** API limit: keys of an account. */
const MAX_KEYS = 100;

export function Keys() {
  const keys = useResource('keys', async (client, signal) => client.apiKeys.list({ limit: MAX_KEYS }, { signal }));
  const [isMaking, setMaking] = useState(false);
  const [revoked, setRevoked] = useState<ApiKey | null>(null);
  const found = keys.value?.items ?? null;
  const isEmpty = found?.length === 0;
  const fresh = freshKey();
  const made = () => {
    setMaking(false);
    keys.reload();
  };
  return (
    <>
      {fresh && <FreshKeyPanel fresh={fresh} />}
      <Section
        title={t('developers.keys')}
        act={
          found &&
          !isEmpty &&
          !isMaking && (
            <button type="button" onClick={() => setMaking(true)}>
              {t('developers.make')}
            </button>
          )
        }
      >
        {keys.error !== null && <Problem error={keys.error} onAgain={keys.reload} />}
        {found === null && keys.error === null && <Loading lines={4} />}
        {isEmpty && <p>{t('developers.empty')}</p>}
        {(isMaking || isEmpty) && <MakeKey onMade={made} onCancel={isEmpty ? null : () => setMaking(false)} />}
        {found && found.length > 0 && <KeysTable keys={found} onRevoke={setRevoked} />}
      </Section>
      {revoked && (
        <Revoke
          apiKey={revoked}
          onClose={() => setRevoked(null)}
          onRevoked={() => {
            if (freshKey()?.id === revoked.id) forgetFreshKey();
            setRevoked(null);
            keys.reload();
          }}
        />
      )}
    </>
  );
}

interface KeysTableProps {
  readonly keys: readonly ApiKey[];
  readonly onRevoke: (key: ApiKey) => void;
}

function KeysTable({ keys, onRevoke }: KeysTableProps) {
  // Others see their own keys alone.
  const hasMakers = may('listMembers');
  return (
    <table class="rows-table">
      <caption class="unseen">{t('developers.keys')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('developers.name')}</th>
          <th scope="col">{t('developers.key')}</th>
          <th scope="col">{t('developers.scopes')}</th>
          {hasMakers && <th scope="col">{t('developers.maker')}</th>}
          <th scope="col">{t('developers.created')}</th>
          <th scope="col">{t('developers.used')}</th>
          <td />
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <th scope="row">{key.name}</th>
            <td>
              <code>{key.key_prefix}…</code>{' '}
              <span class="tag">{t(`developers.mode.${key.livemode ? 'live' : 'test'}`)}</span>
            </td>
            <td>{scopesInWords(key)}</td>
            {hasMakers && (
              <td>
                <span class="soft only-small">{t('developers.maker')} </span>
                <span dir="auto">
                  {key.created_by === null ? t('developers.maker.account') : whoIs(key.created_by)}
                </span>
              </td>
            )}
            <td>
              <Moment iso={key.created_at} label={t('developers.created')} />
            </td>
            <td>
              <Moment iso={key.last_used_at} label={t('developers.used')} />
              {key.last_used_by !== null && <span class="soft small cut">{key.last_used_by}</span>}
            </td>
            <td class="row-act">
              <button
                type="button"
                class="second"
                aria-label={`${t('developers.revoke')}: ${key.name}`}
                onClick={() => onRevoke(key)}
              >
                {t('developers.revoke')}
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function scopesInWords({ scopes }: ApiKey): string {
  const hasAll = (some: readonly Scope[]) => some.every((scope) => scopes.includes(scope));
  if (hasAll(SCOPES)) return t('developers.scopes.all');
  if (hasAll(UNASKED_SCOPES) && scopes.length === UNASKED_SCOPES.length) return t('developers.scopes.unasked');
  return scopes.map((scope) => named('developers.scope', scope)).join(', ');
}

function Moment({ iso, label }: { readonly iso: string | null; readonly label: string }) {
  const said = <span class="soft only-small">{label} </span>;
  if (iso === null)
    return (
      <span class="soft">
        {said}
        {t('developers.never')}
      </span>
    );
  const seconds = Date.parse(iso) / 1000;
  return (
    <time dateTime={iso} title={wholeMoment(seconds)}>
      {said}
      {moment(seconds)}
    </time>
  );
}

interface RevokeProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
  readonly onRevoked: () => void;
}

function Revoke({ apiKey, onClose, onRevoked }: RevokeProps) {
  const { error, isBusy, run } = useAct();
  return (
    <Dialog title={t('developers.revoke.title', { name: apiKey.name })} onClose={onClose}>
      <p>{t('developers.revoke.say', { prefix: apiKey.key_prefix })}</p>
      {error !== null && <Problem error={error} />}
      <div class="acts">
        <button
          type="button"
          class="danger"
          disabled={isBusy}
          onClick={() =>
            void run(apiKey.id, async (client) => {
              await client.apiKeys.revoke(apiKey.id);
              onRevoked();
            })
          }
        >
          {t('developers.revoke.do')}
        </button>
        <button type="button" class="second" onClick={onClose}>
          {t('developers.revoke.keep')}
        </button>
      </div>
    </Dialog>
  );
}
