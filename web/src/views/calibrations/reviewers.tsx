// Reviewers of a session and how far each is, with the links by which people without an account rate.
import { useState } from 'preact/hooks';
import type { Calibration, CreatedReviewLink, ReviewLink } from '../../../../clients/typescript/src/browser.js';
import { useAct } from '../../api/use-act.js';
import { useResource } from '../../api/use-resource.js';
import { Section } from '../../parts/section.tsx';
import { Copy, Problem } from '../../parts/states.tsx';
import { whoIs } from '../../people/who.js';
import { to } from '../../routing/router.js';
import { may } from '../../session/member.js';
import { t } from '../../texts/calibration.js';
import { moment, number } from '../../texts/texts.js';
import { MadeLink } from '../call/acts/made-link.tsx';
import { isMember } from './raters.js';
import { CALIBRATIONS } from './sessions.tsx';

/** Limits of the API. */
const MAX_LINKS = 100;
const LASTING_SECONDS = 7 * 86_400;

export function Reviewers({ session }: { readonly session: Calibration }) {
  const { id, status, progress, expert_id: expert } = session;
  const hasLinks = status === 'open' && may('closeCalibration');
  const links = useResource(`links ${id} ${hasLinks}`, async (client, signal) =>
    hasLinks ? (await client.calibrations.links(id, { limit: MAX_LINKS }, { signal })).items : [],
  );
  return (
    <Section title={t('cal.progress')}>
      {links.error !== null && <Problem error={links.error} onAgain={links.reload} />}
      <table class="rows-table">
        <caption class="unseen">{t('cal.progress')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('cal.reviewer')}</th>
            <th scope="col">{t('cal.rated')}</th>
            {hasLinks && <th scope="col">{t('cal.link')}</th>}
          </tr>
        </thead>
        <tbody>
          {progress.map(({ reviewer_id: person, done, of }) => (
            <tr key={person}>
              <th scope="row" dir="auto">
                {whoIs(person)} {person === expert && <span class="tag">{t('cal.expert.is')}</span>}
              </th>
              <td class="cal-done">
                <progress max={Math.max(1, of)} value={done} aria-label={whoIs(person)} />
                <span class="soft small">{t('trials.ofCalls', { n: number(done), total: number(of) })}</span>
              </td>
              {hasLinks && (
                <td>
                  {isMember(person) ? (
                    <MemberWay id={id} person={person} />
                  ) : (
                    <Links
                      id={id}
                      person={person}
                      links={links.value?.filter((link) => link.reviewer_id === person) ?? []}
                      onChanged={links.reload}
                    />
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  );
}

/** A member rates in the console, under the own id. */
const MemberWay = ({ id, person }: { readonly id: string; readonly person: string }) => (
  <span class="soft small">
    {t('cal.link.member')}{' '}
    <Copy
      text={new URL(to(`${CALIBRATIONS}/${id}/rate`), location.href).href}
      what={t('cal.link.page', { name: whoIs(person) })}
    />
  </span>
);

interface LinksProps {
  readonly id: string;
  readonly person: string;
  readonly links: readonly ReviewLink[];
  readonly onChanged: () => void;
}

function Links({ id, person, links, onChanged }: LinksProps) {
  const [made, setMade] = useState<CreatedReviewLink | null>(null);
  const { error, isBusy, run } = useAct();
  const make = () =>
    run(`link ${person}`, async (client, once) => {
      const params = { reviewer_id: person, expires_in: LASTING_SECONDS };
      setMade(await client.calibrations.createLink(id, params, once));
      onChanged();
    });
  const revoke = (link: string) =>
    run(`revoke ${link}`, async (client) => {
      await client.calibrations.deleteLink(id, link);
      if (made?.id === link) setMade(null);
      onChanged();
    });
  return (
    <>
      <button
        type="button"
        class="second"
        disabled={isBusy}
        aria-label={t('cal.link.for', { name: person })}
        onClick={() => void make()}
      >
        {t('cal.link.make')}
      </button>
      {made && (
        <div class="cal-made">
          <MadeLink url={made.url} says={t('cal.link.once', { name: person })} />
        </div>
      )}
      {links.map(({ id: link, created, expires_at }) => {
        const until = Date.parse(expires_at) / 1000;
        return (
          <p key={link} class="soft small">
            {moment(created)},{' '}
            {until * 1000 > Date.now() ? t('cal.link.until', { time: moment(until) }) : t('cal.link.ended')}{' '}
            <button
              type="button"
              class="link"
              disabled={isBusy}
              aria-label={t('cal.link.revoke.of', { name: person, time: moment(created) })}
              onClick={() => void revoke(link)}
            >
              {t('cal.link.revoke')}
            </button>
          </p>
        );
      })}
      {error !== null && <Problem error={error} />}
    </>
  );
}
