// Who did what, newest first. The filters and the page stand in the address.
import type { AuditAction, AuditEntry, CallAnalysis } from '../../../../../clients/typescript/src/browser.js';
import { useResource } from '../../../api/use-resource.js';
import { pageOf, startOfDay } from '../../../listing/call-filters.js';
import { Pages } from '../../../listing/pages.tsx';
import { Section } from '../../../parts/section.tsx';
import { Loading, Problem } from '../../../parts/states.tsx';
import { address, go, to } from '../../../routing/router.js';
import { t, tn } from '../../../texts/data.js';
import { number } from '../../../texts/texts.js';
import { Entry } from './audit-entry.tsx';
import { AuditFilters } from './audit-filters.tsx';
import { Integrity } from './audit-head.tsx';
import { goneIn } from './entries.js';

const PAGE = 20;
/** Limits of the API. */
const MAX_ITEMS = 100;
const MAX_COUNTED = 10_000;

export function AuditPage() {
  const { path, query } = address.value;
  const { action, actor, subject, from, until } = query;
  const filters = {
    action: (action || undefined) as AuditAction | undefined,
    actor: actor || undefined,
    subject: subject?.trim() || undefined,
    created_after: startOfDay(from, 0),
    // The day itself is included.
    created_before: startOfDay(until, 1),
    skip: (pageOf(query) - 1) * PAGE,
    limit: PAGE,
  };
  const log = useResource(`audit ${JSON.stringify(filters)}`, async (client, signal) => {
    const page = await client.audit.list(filters, { signal });
    return { ...page, gone: new Set([...goneIn(page.items), ...(await deletedSince(client, page.items, signal))]) };
  });
  const keys = useResource('api-keys of the audit log', async (client, signal) => {
    const { items } = await client.apiKeys.list({ limit: MAX_ITEMS }, { signal });
    return new Map(items.map(({ id, name }) => [id, name]));
  });
  const { value: found, error, isLoading, reload } = log;
  const isFiltered = [action, actor, subject, from, until].some(Boolean);
  const known = { keys: keys.value ?? new Map<string, string>(), gone: found?.gone ?? new Set<string>() };
  return (
    <>
      <Section title={t('data.audit')}>
        <p class="soft">{t('audit.say')}</p>
        <AuditFilters
          filters={query}
          keys={known.keys}
          onFilters={(by) => go(to(path, { ...query, page: undefined, ...by }), { replace: true })}
        />
        {error !== null && <Problem error={error} onAgain={reload} />}
        {found === null && error === null && <Loading lines={12} />}
        {found && (
          <>
            <p class="soft" role="status">
              {found.total >= MAX_COUNTED
                ? t('audit.many', { n: number(MAX_COUNTED) })
                : tn('audit.count', found.total)}
            </p>
            {found.total === 0 && <p>{t(isFiltered ? 'audit.none.filtered' : 'audit.none')}</p>}
            <ul class={isLoading ? 'audit-log is-stale' : 'audit-log'}>
              {found.items.map((entry) => (
                <Entry key={entry.id} entry={entry} known={known} />
              ))}
            </ul>
            <Pages total={found.total} size={PAGE} />
          </>
        )}
      </Section>
      <Integrity />
    </>
  );
}

/** Calls that were deleted after the oldest of the entries: the newest of them, as many as a page of the API holds. */
async function deletedSince(
  client: CallAnalysis,
  entries: readonly AuditEntry[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const oldest = entries.at(-1);
  if (oldest === undefined) return [];
  const created_after = new Date(oldest.at * 1000).toISOString();
  const params = { action: 'analysis.deleted', created_after, limit: MAX_ITEMS } as const;
  const { items } = await client.audit.list(params, { signal });
  return items.map(({ subject }) => subject.id);
}
