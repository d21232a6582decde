// Disputes of all calls that the person sees, newest first.
import type { Dispute } from '../../../../clients/typescript/src/browser.js';
import { useResource } from '../../api/use-resource.js';
import { Item, ItemList } from '../../parts/item-list.tsx';
import { Empty, Loading, Problem } from '../../parts/states.tsx';
import { whoIs } from '../../people/who.js';
import { showsTest } from '../../routing/mode.js';
import { address, to } from '../../routing/router.js';
import { t, tn } from '../../texts/disputes.js';
import { moment } from '../../texts/texts.js';
import { StateTag } from './disputed-answers.tsx';

const PAGE = 20;

interface DisputeListProps {
  readonly status: 'open' | 'resolved';
  readonly agent?: string | undefined;
}

/** The page stands in the address. */
export function DisputeList({ status, agent }: DisputeListProps) {
  const { path, query } = address.value;
  const page = Math.max(1, Number.parseInt(query.page ?? '1', 10) || 1);
  const filters = {
    status,
    agent_id: agent || undefined,
    livemode: !showsTest.value,
    skip: (page - 1) * PAGE,
    limit: PAGE,
  };
  const disputes = useResource(JSON.stringify(filters), async (client, signal) => {
    const found = await client.disputes.list(filters, { signal });
    const cards = [...new Set(found.items.map(({ scorecard_id }) => scorecard_id))];
    // An account may have more scorecards than a page of them holds.
    const named = await Promise.all(cards.map((id) => client.scorecards.get(id, { signal })));
    return { ...found, names: new Map(named.map(({ id, name }) => [id, name])) };
  });
  const { value: found, error, reload } = disputes;
  if (error !== null) return <Problem error={error} onAgain={reload} />;
  if (found === null) return <Loading lines={4} />;
  if (found.total === 0)
    return (
      <Empty title={t(`disputes.none.${status}`)}>
        <p class="soft">{t('disputes.none.say')}</p>
      </Empty>
    );
  const at = (other: number) => to(path, { ...query, page: other === 1 ? undefined : String(other) });
  return (
    <>
      <ItemList>
        {found.items.map((one) => (
          <DisputeRow key={one.id} dispute={one} card={found.names.get(one.scorecard_id) ?? ''} />
        ))}
      </ItemList>
      {found.total > PAGE && (
        <nav class="pages" aria-label={t('disputes.title')}>
          {page > 1 && (
            <a class="button second" href={at(page - 1)} rel="prev">
              {t('disputes.newer')}
            </a>
          )}
          {page * PAGE < found.total && (
            <a class="button second" href={at(page + 1)} rel="next">
              {t('disputes.older')}
            </a>
          )}
        </nav>
      )}
    </>
  );
}

interface RowProps {
  readonly dispute: Dispute;
  /** Name of the scorecard; missing where all are the agent's own. */
  readonly card?: string | undefined;
}

export function DisputeRow({ dispute, card }: RowProps) {
  const { analysis_id, agent_id, created, livemode, answers, reviewer_id, note, resolved_at } = dispute;
  const disputed = tn('disputes.answers', answers.length);
  const facts = [
    ...(card === undefined ? [] : [card, disputed]),
    ...(resolved_at === null
      ? []
      : [t('disputes.decided', { who: whoIs(reviewer_id ?? ''), when: moment(resolved_at) })]),
  ];
  return (
    <Item
      href={to(`/calls/${analysis_id}`)}
      name={t('disputes.of', { what: card === undefined ? disputed : agent_id, when: moment(created) })}
      created={created}
      livemode={livemode}
      tag={<StateTag dispute={dispute} />}
    >
      <span dir="auto">{facts.join(' · ')}</span> {note !== null && <q dir="auto">{note}</q>}
    </Item>
  );
}
