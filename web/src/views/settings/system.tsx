// What an administrator asks: whether calls are processed, which engine or source is in trouble, and how long data is kept.
import type { AccountStatus } from '../../../../clients/typescript/src/browser.js';
import { useResource } from '../../api/use-resource.js';
import { Section } from '../../parts/section.tsx';
import { Loading, Problem } from '../../parts/states.tsx';
import { to } from '../../routing/router.js';
import { may } from '../../session/member.js';
import { moment, named, number, t, tn } from '../../texts/texts.js';

/** API limit: sources of an account. */
const MAX_SOURCES = 20;

export function SystemPage() {
  const status = useResource('status', (client, signal) => client.users.status({ signal }));
  const now = status.value;
  return (
    <>
      {status.error !== null && <Problem error={status.error} onAgain={status.reload} />}
      {now === null && status.error === null && <Loading />}
      {now && (
        <>
          <Calls status={now} onReload={status.reload} />
          <Section title={t('system.engines')}>
            <dl class="endpoint-facts">
              {now.engines.map(({ engine, reason, paused_since: since }) => (
                <div key={engine}>
                  <dt>{named('system.engine', engine)}</dt>
                  <dd>
                    {reason === null || since === null
                      ? t('system.working')
                      : t('system.paused', { when: moment(since), why: named('system.trouble', reason) })}
                  </dd>
                </div>
              ))}
            </dl>
          </Section>
          <FailingSources />
          <Section title={t('system.retention')}>
            <dl class="endpoint-facts">
              {(['recordings', 'analyses', 'test'] as const).map((kind) => (
                <div key={kind}>
                  <dt>{t(`system.retention.${kind}`)}</dt>
                  <dd>{kept(now.retention[`${kind}_days`])}</dd>
                </div>
              ))}
            </dl>
            <p class="soft small">
              {t('system.retention.say')}{' '}
              {may('updateRetentionSettings') && <a href={to('/settings/data')}>{t('system.retention.own')}</a>}
            </p>
          </Section>
        </>
      )}
    </>
  );
}

const kept = (days: number | null): string => (days === null ? t('system.kept') : tn('system.days', days));

function Calls({ status, onReload }: { readonly status: AccountStatus; readonly onReload: () => void }) {
  const { in_progress, waiting, waiting_since: since, reason } = status.calls;
  const batches = status.batches_waiting_for_quota;
  return (
    <Section
      title={t('calls.title')}
      act={
        <button type="button" class="second" onClick={onReload}>
          {t('system.reload')}
        </button>
      }
    >
      <p role="status">{t('system.calls', { progress: number(in_progress), waiting: number(waiting) })}</p>
      {since !== null && reason !== null && (
        <p class={reason === 'no_worker' || reason === 'engine_paused' ? 'bad' : undefined}>
          {t('system.since', { when: moment(since) })} {named('system.reason', reason)}
        </p>
      )}
      {batches > 0 && (
        <p>
          <a href={to('/intake')}>{tn('system.batches', batches)}</a>
        </p>
      )}
    </Section>
  );
}

function FailingSources() {
  const sources = useResource('sources', async (client, signal) =>
    client.sources.list({ limit: MAX_SOURCES }, { signal }),
  );
  const failing = sources.value?.items.filter(({ status }) => status === 'failing');
  return (
    <Section title={t('intake.sources')}>
      {sources.error !== null && <Problem error={sources.error} onAgain={sources.reload} />}
      {failing?.length === 0 && <p>{t('system.sources.none')}</p>}
      {failing?.map(({ id, name, last_error }) => (
        <p key={id}>
          <a href={to(`/intake/sources/${id}`)}>{name}</a> <span lang="en">{last_error}</span>
        </p>
      ))}
    </Section>
  );
}
