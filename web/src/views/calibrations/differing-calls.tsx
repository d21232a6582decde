// The calls on which people differ most, and who answered what, once the session is closed.
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { Calibration, CalibrationAgreement } from '../../../../clients/typescript/src/browser.js';
import { useResource } from '../../api/use-resource.js';
import { Section } from '../../parts/section.tsx';
import { Loading, Problem } from '../../parts/states.tsx';
import { whoIs } from '../../people/who.js';
import { to } from '../../routing/router.js';
import { t, tn } from '../../texts/calibration.js';
import { type AskedForm, answerName } from '../agreement/asked-form.js';

const FIRST = 10;

interface DifferingProps {
  readonly session: Calibration;
  readonly differing: CalibrationAgreement['differing'];
  readonly form: AskedForm;
}

export function DifferingCalls({ session, differing, form }: DifferingProps) {
  const [isWhole, setWhole] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  const shown = isWhole ? differing : differing.slice(0, FIRST);
  return (
    <Section title={t('cal.differing')}>
      <p class="soft">{t(differing.length === 0 ? 'cal.differing.none' : 'cal.differing.say')}</p>
      {differing.length > 0 && (
        <table class="rows-table">
          <caption class="unseen">{t('cal.differing')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('cal.call')}</th>
              <th scope="col">{t('cal.questions')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ analysis_id: call, questions }) => (
              <Fragment key={call}>
                <tr>
                  <th scope="row">
                    <button
                      type="button"
                      class="link"
                      aria-expanded={opened === call}
                      onClick={() => setOpened(opened === call ? null : call)}
                    >
                      <code>{call.slice(0, 8)}</code>
                    </button>
                  </th>
                  <td dir="auto">{questions.map((key) => form.get(key)?.text ?? key).join(' · ')}</td>
                </tr>
                {opened === call && (
                  <tr>
                    <td colSpan={2}>
                      <GivenAnswers session={session} call={call} questions={questions} form={form} />
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      )}
      {shown.length < differing.length && (
        <button type="button" class="second" onClick={() => setWhole(true)}>
          {tn('cal.differing.more', differing.length - shown.length)}
        </button>
      )}
    </Section>
  );
}

interface GivenProps {
  readonly session: Calibration;
  readonly call: string;
  readonly questions: readonly string[];
  readonly form: AskedForm;
}

/** The answers and notes of each person to the questions that were answered differently. */
function GivenAnswers({ session: { id, progress }, call, questions, form }: GivenProps) {
  const given = useResource(`ratings ${id} ${call}`, (client, signal) =>
    Promise.all(
      progress.map(async ({ reviewer_id: person }) => {
        const { rating } = await client.calibrations.item(id, call, { reviewer_id: person }, { signal });
        return { person, answers: rating?.answers ?? [] };
      }),
    ),
  );
  const { value, error, reload } = given;
  if (value === null) return error === null ? <Loading lines={3} /> : <Problem error={error} onAgain={reload} />;
  return (
    <div class="cal-given">
      <div class="table-place">
        <table class="figures-table">
          <caption class="unseen">{t('cal.answers')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('agree.question')}</th>
              {value.map(({ person }) => (
                <th key={person} scope="col" dir="auto">
                  {whoIs(person)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {questions.map((question) => (
              <tr key={question}>
                <th scope="row" dir="auto">
                  {form.get(question)?.text ?? question}
                </th>
                {value.map(({ person, answers }) => {
                  const one = answers.find((answer) => answer.question === question);
                  return (
                    <td key={person} dir="auto">
                      <span class="only-small soft">{whoIs(person)} </span>
                      {one === undefined ? '–' : answerName(form, question, one.answer)}
                      {one?.note && <span class="soft small"> {one.note}</span>}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <a href={to(`/calls/${call}`)}>{t('cal.open')}</a>
    </div>
  );
}
