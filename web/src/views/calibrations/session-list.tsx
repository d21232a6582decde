// Sessions of the account, newest first, and the form for a new one.
import { useState } from 'preact/hooks';
import type { Calibration } from '../../../../clients/typescript/src/browser.js';
import { useResource } from '../../api/use-resource.js';
import { Item, ItemList } from '../../parts/item-list.tsx';
import { Section } from '../../parts/section.tsx';
import { Loading, Problem } from '../../parts/states.tsx';
import { whoIs } from '../../people/who.js';
import { address, go, to } from '../../routing/router.js';
import { may } from '../../session/member.js';
import { t, tn } from '../../texts/calibration.js';
import { number } from '../../texts/texts.js';
import { NewSession } from './new-session.tsx';
import { ratingsOf } from './raters.js';
import { CALIBRATIONS, dueIn, SessionTag, titleOf } from './sessions.tsx';

const PAGE = 20;

/** The address can name a scorecard: `card` shows its sessions alone, `new` begins one of it. */
export function SessionList() {
  const { card, new: wanted } = address.value.query;
  const [page, setPage] = useState(0);
  const sessions = useResource(`calibrations ${card ?? ''} ${page}`, async (client, signal) => {
    const window = { skip: page * PAGE, limit: PAGE };
    const [found, cards] = await Promise.all([
      client.calibrations.list(card === undefined ? window : { ...window, scorecard_id: card }, { signal }),
      client.scorecards.list({ limit: 100 }, { signal }),
    ]);
    return { ...found, names: new Map(cards.items.map(({ id, name }) => [id, name])) };
  });
  const { value: found, error, reload } = sessions;
  const [isAsked, setAsked] = useState(wanted !== undefined);
  const mayMake = may('createCalibration');
  const isMaking = mayMake && (isAsked || (found?.total === 0 && card === undefined));
  return (
    <Section
      title={card === undefined ? t('cal.list') : t('cal.list.of', { name: found?.names.get(card) ?? '…' })}
      act={
        found &&
        mayMake &&
        !isMaking && (
          <button type="button" onClick={() => setAsked(true)}>
            {t('cal.new')}
          </button>
        )
      }
    >
      <p class="soft">{t('cal.say')}</p>
      {isMaking && <NewSession cardId={wanted ?? card ?? ''} onStarted={({ id }) => go(to(`${CALIBRATIONS}/${id}`))} />}
      {error !== null && <Problem error={error} onAgain={reload} />}
      {found === null && error === null && <Loading lines={4} />}
      <ItemList>
        {found?.items.map((session) => (
          <Row key={session.id} session={session} card={found.names.get(session.scorecard_id) ?? ''} />
        ))}
      </ItemList>
      {found && found.total > PAGE && (
        <p class="acts">
          <button type="button" class="second" disabled={page === 0} onClick={() => setPage(page - 1)}>
            {t('cal.newer')}
          </button>
          <button
            type="button"
            class="second"
            disabled={(page + 1) * PAGE >= found.total}
            onClick={() => setPage(page + 1)}
          >
            {t('cal.older')}
          </button>
        </p>
      )}
    </Section>
  );
}

function Row({ session, card }: { readonly session: Calibration; readonly card: string }) {
  const { id, created, livemode, revision, analysis_ids: calls, progress } = session;
  const { done, of } = ratingsOf(session);
  const facts = [
    t('cal.by', { name: card, n: revision }),
    tn('calls.count', calls.length),
    t('cal.ratings', { n: number(done), total: number(of) }),
    dueIn(session),
  ];
  return (
    <Item
      href={to(`${CALIBRATIONS}/${id}`)}
      name={titleOf(session)}
      created={created}
      livemode={livemode}
      tag={<SessionTag session={session} />}
    >
      {facts.filter(Boolean).join(' · ')}
      <br />
      {progress
        .map(
          (one) => `${whoIs(one.reviewer_id)} ${t('trials.ofCalls', { n: number(one.done), total: number(one.of) })}`,
        )
        .join(' · ')}
    </Item>
  );
}
