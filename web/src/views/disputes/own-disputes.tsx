// What waits for an agent among the own evaluations, and what became of the own disputes.
import { useResource } from '../../api/use-resource.js';
import { Item, ItemList } from '../../parts/item-list.tsx';
import { Section } from '../../parts/section.tsx';
import { Problem } from '../../parts/states.tsx';
import { showsTest } from '../../routing/mode.js';
import { to } from '../../routing/router.js';
import { t } from '../../texts/disputes.js';
import { moment, number } from '../../texts/texts.js';
import { DisputeRow } from './dispute-list.tsx';

const NEWEST = 10;

export function OwnDisputes() {
  const livemode = !showsTest.value;
  const own = useResource(`own disputes ${livemode}`, async (client, signal) => {
    const [disputes, evaluations] = await Promise.all([
      client.disputes.list({ livemode, limit: NEWEST }, { signal }),
      client.evaluations.list({ livemode, limit: NEWEST }, { signal }),
    ]);
    const fresh = evaluations.items.filter(({ status, acknowledged }) => status === 'completed' && !acknowledged);
    return { disputes: disputes.items, fresh };
  });
  const { disputes = [], fresh = [] } = own.value ?? {};
  return (
    <>
      {own.error !== null && <Problem error={own.error} onAgain={own.reload} />}
      {fresh.length > 0 && (
        <Section title={t('own.new')}>
          <ItemList>
            {fresh.map(({ id, analysis_id, created, livemode, scorecard, score }) => (
              <Item
                key={id}
                href={to(`/calls/${analysis_id}`)}
                name={t('own.new.of', { name: scorecard.name, when: moment(created) })}
                created={created}
                livemode={livemode}
                tag={null}
              >
                {score !== null && t('own.score', { score: number(score) })}
              </Item>
            ))}
          </ItemList>
        </Section>
      )}
      {disputes.length > 0 && (
        <Section title={t('own.disputes')}>
          <ItemList>
            {disputes.map((one) => (
              <DisputeRow key={one.id} dispute={one} />
            ))}
          </ItemList>
        </Section>
      )}
    </>
  );
}
