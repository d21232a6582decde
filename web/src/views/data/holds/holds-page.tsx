import { useState } from 'preact/hooks';
import type { CallAnalysis, Hold } from '../../../../../clients/typescript/src/browser.js';
import { useResource } from '../../../api/use-resource.js';
import { filtersIn } from '../../../listing/call-filters.js';
import { Item, ItemList } from '../../../parts/item-list.tsx';
import { Section } from '../../../parts/section.tsx';
import { Loading, Problem } from '../../../parts/states.tsx';
import { address, go, to } from '../../../routing/router.js';
import { t, tn } from '../../../texts/data.js';
import { factsOf, HOLDS, HoldTag, isActive } from './holds.tsx';
import { PlaceHold } from './place-hold.tsx';

/** Released holds that are shown at a time. */
const SHOWN = 20;
/** API limit: holds of a page. */
const PAGE = 100;

/** The address can hold what to hold: `new` is `ids` or `filter`, and the filters stand beside it as in Calls. */
export function HoldsPage() {
  const { new: wanted, ids, ...query } = address.value.query;
  const { value: found, error, reload } = useResource('holds', allHolds);
  const [shown, setShown] = useState(SHOWN);
  const close = () => go(to(HOLDS), { replace: true });
  const isPlacing = wanted !== undefined || found?.length === 0;
  const released = found?.filter((hold) => !isActive(hold)) ?? [];
  return (
    <Section
      title={t('data.holds')}
      act={
        found &&
        !isPlacing && (
          <a class="button" href={to(HOLDS, { new: 'filter' })}>
            {t('holds.new')}
          </a>
        )
      }
    >
      <p class="soft">{t('holds.say')}</p>
      {isPlacing && (
        <PlaceHold
          by={wanted === 'ids' ? 'ids' : 'filter'}
          ids={ids?.split(',') ?? []}
          filters={filtersIn(query)}
          onPlaced={({ id }) => go(to(`${HOLDS}/${id}`))}
          onCancel={wanted === undefined ? null : close}
        />
      )}
      {error !== null && <Problem error={error} onAgain={reload} />}
      {found === null && error === null && <Loading lines={4} />}
      {found && found.length > 0 && (
        <>
          <HoldList holds={[...found.filter(isActive), ...released.slice(0, shown)]} />
          {released.length > shown && (
            <button type="button" class="second" onClick={() => setShown(shown + SHOWN)}>
              {tn('holds.more', released.length - shown)}
            </button>
          )}
        </>
      )}
    </Section>
  );
}

const HoldList = ({ holds }: { readonly holds: readonly Hold[] }) => (
  <ItemList>
    {holds.map((hold) => (
      <Item
        key={hold.id}
        href={to(`${HOLDS}/${hold.id}`)}
        name={hold.name}
        created={hold.created}
        livemode={hold.livemode}
        tag={<HoldTag hold={hold} />}
      >
        {factsOf(hold)} · <span dir="auto">{hold.reason}</span>
      </Item>
    ))}
  </ItemList>
);

/** All pages: the API lists by time, and active holds come first here. */
async function allHolds(client: CallAnalysis, signal: AbortSignal): Promise<readonly Hold[]> {
  const found: Hold[] = [];
  for (;;) {
    const { items, total } = await client.holds.list({ skip: found.length, limit: PAGE }, { signal });
    found.push(...items);
    if (items.length === 0 || found.length >= total) return found;
  }
}
