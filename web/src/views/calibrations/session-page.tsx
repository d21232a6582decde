import { useMemo, useState } from 'preact/hooks';
import type { Calibration } from '../../../../clients/typescript/src/browser.js';
import { useAct } from '../../api/use-act.js';
import { useResource } from '../../api/use-resource.js';
import { ObjectPage } from '../../parts/object-page.tsx';
import { Question } from '../../parts/question.tsx';
import { Section } from '../../parts/section.tsx';
import { Problem } from '../../parts/states.tsx';
import { to } from '../../routing/router.js';
import { may } from '../../session/member.js';
import { t, tn } from '../../texts/calibration.js';
import { wholeMoment } from '../../texts/texts.js';
import { AgreementTable } from '../agreement/agreement-table.tsx';
import { type AskedForm, askedForm } from '../agreement/asked-form.js';
import { type Side, Sides } from '../agreement/sides.tsx';
import { DifferingCalls } from './differing-calls.tsx';
import { ratingsOf } from './raters.js';
import { Reviewers } from './reviewers.tsx';
import { CALIBRATIONS, dueIn, rater, SessionTag, titleOf } from './sessions.tsx';

export function SessionPage({ id }: { readonly id: string }) {
  const session = useResource(`calibration ${id}`, async (client, signal) => {
    const found = await client.calibrations.get(id, { signal });
    const [card, revision] = await Promise.all([
      client.scorecards.get(found.scorecard_id, { signal }),
      client.scorecards.getRevision(found.scorecard_id, found.revision, { signal }),
    ]);
    return { session: found, card, sections: revision.sections };
  });
  const { value: found, reload } = session;
  const form = useMemo(() => askedForm(found?.sections ?? []), [found?.sections]);
  return (
    <ObjectPage
      list={[CALIBRATIONS, t('calibrations.title')]}
      read={session}
      head={({ session: shown }) => ({
        title: titleOf(shown),
        livemode: shown.livemode,
        tag: <SessionTag session={shown} />,
      })}
    >
      {({ session: shown, card }) => (
        <>
          <About session={shown} card={card.name} onChanged={reload} />
          {shown.agreement !== null && <Result session={shown} form={form} />}
          <Reviewers session={shown} />
        </>
      )}
    </ObjectPage>
  );
}

interface AboutProps {
  readonly session: Calibration;
  readonly card: string;
  readonly onChanged: () => void;
}

function About({ session, card, onChanged }: AboutProps) {
  const { id, status, scorecard_id, revision, analysis_ids: calls, closed_at } = session;
  const { error, isBusy, run } = useAct();
  const [asked, setAsked] = useState<'close' | 'cancel' | null>(null);
  const { done, of } = ratingsOf(session);
  const due = dueIn(session);
  const act = (how: 'close' | 'cancel') =>
    run(`${how} ${id}`, async (client, once) => {
      await client.calibrations[how](id, once);
      onChanged();
    }).then(() => setAsked(null));
  const isOpen = status === 'open';
  return (
    <div class="cal-about">
      <p>
        <a href={to(`/forms/${scorecard_id}`, { tab: 'agreement', revision: String(revision) })} dir="auto">
          {t('cal.by', { name: card, n: revision })}
        </a>{' '}
        · {tn('calls.count', calls.length)}
        {due !== null && ` · ${due}`}
      </p>
      {status === 'canceled' && <p class="notice">{t('cal.canceled')}</p>}
      {closed_at !== null && <p class="soft small">{t('cal.closedOn', { when: wholeMoment(closed_at) })}</p>}
      {error !== null && <Problem error={error} />}
      {isOpen && (
        <div class="acts">
          {rater(session) !== null && (
            <a class="button" href={to(`${CALIBRATIONS}/${id}/rate`)}>
              {t('cal.rate')}
            </a>
          )}
          {may('closeCalibration') &&
            (['close', 'cancel'] as const).map((how) => (
              <button key={how} type="button" class="second" disabled={isBusy} onClick={() => setAsked(how)}>
                {t(`cal.act.${how}`)}
              </button>
            ))}
        </div>
      )}
      {asked !== null && (
        <Question
          title={t(`cal.ask.${asked}`)}
          act={t(`cal.act.${asked}`)}
          keep={t('cal.keep')}
          isBusy={isBusy}
          onAct={() => void act(asked)}
          onClose={() => setAsked(null)}
        >
          {asked === 'close' && done < of && <p class="notice">{tn('cal.missing', of - done)}</p>}
          <p>{t(`cal.then.${asked}`)}</p>
        </Question>
      )}
    </div>
  );
}

const SIDES: readonly Side[] = ['machine', 'people', 'expert'];

function Result({ session, form }: { readonly session: Calibration; readonly form: AskedForm }) {
  const { agreement } = session;
  const [chosen, setSide] = useState<Side>('machine');
  if (agreement === null) return null;
  const shown = agreement[chosen] ?? agreement.machine;
  return (
    <>
      <Section title={t('cal.result')}>
        <Sides sides={SIDES.filter((one) => agreement[one] !== null)} side={chosen} onSide={setSide} />
        <AgreementTable key={chosen} agreement={shown} form={form} />
      </Section>
      <DifferingCalls session={session} differing={agreement.differing} form={form} />
    </>
  );
}
