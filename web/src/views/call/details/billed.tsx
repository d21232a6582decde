import type { Analysis, UsageRecord } from '../../../../../clients/typescript/src/browser.js';
import { useResource } from '../../../api/use-resource.js';
import { Problem } from '../../../parts/states.tsx';
import { number, t } from '../../../texts/texts.js';
import { Fact } from './facts.tsx';
import { findRecord, PAGE_RECORDS } from './find-record.js';

/** Which minutes the call took, as the ledger says. */
export function Billed({ analysis }: { readonly analysis: Analysis }) {
  const { id, metadata } = analysis;
  const at = metadata.completed_at === null ? null : Math.floor(Date.parse(metadata.completed_at) / 1000);
  // Null in an object: a resource without a value has not been read yet.
  const found = useResource(`billed ${id} ${at}`, async (client, signal) => ({
    record:
      at === null
        ? null
        : await findRecord(async (skip) => client.billing.records({ skip, limit: PAGE_RECORDS }, { signal }), id, at),
  }));
  return (
    <Fact name={t('acts.billed')}>
      {found.error !== null && <Problem error={found.error} onAgain={found.reload} />}
      {found.error === null && (found.value === null ? '…' : billedText(analysis, found.value.record))}
    </Fact>
  );
}

function billedText({ livemode, status }: Analysis, record: UsageRecord | null): string {
  // With a log-in the service lists the records of live mode.
  if (!livemode) return t('acts.billed.test');
  if (record === null) return t(status === 'completed' ? 'acts.billed.none' : 'acts.billed.nothing');
  const minutes = number(record.minutes, { minimumFractionDigits: 2 });
  if (record.kind === 'included') return t('acts.billed.included', { minutes });
  return t('acts.billed.overage', {
    minutes,
    beyond: number(record.overage_minutes, { minimumFractionDigits: 2 }),
    price: number(record.amount_cents / 100, { style: 'currency', currency: record.currency.toUpperCase() }),
  });
}
