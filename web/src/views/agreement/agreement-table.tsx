// Agreement of raters, a question in each row: coefficients with their intervals, the verdict, and the next step.
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { Agreement, QuestionAgreement } from '../../../../clients/typescript/src/browser.js';
import { Coefficient } from '../../figures/coefficient.tsx';
import { SERVICE_URL, to } from '../../routing/router.js';
import { may } from '../../session/member.js';
import { named, t, tn } from '../../texts/calibration.js';
import { number } from '../../texts/texts.js';
import { type AskedForm, answerName } from './asked-form.js';
import { MIN_OF_RAREST, type NextStep, nextStep } from './next-step.js';

interface TableProps {
  readonly agreement: Agreement;
  readonly form: AskedForm;
}

const COEFFICIENTS = ['ac1', 'kappa', 'alpha'] as const;

export function AgreementTable({ agreement, form }: TableProps) {
  const { between, questions } = agreement;
  const [opened, setOpened] = useState<string | null>(null);
  if (questions.every(({ n }) => n === 0)) return <p class="soft">{t('agree.none.side')}</p>;
  return (
    <>
      <div class="table-place">
        <table class="figures-table agreement-table">
          <caption class="unseen">{t(`agree.side.${between}`)}</caption>
          <thead>
            <tr>
              <th scope="col">{t('agree.question')}</th>
              <th scope="col" class="figure">
                {t('agree.calls')}
              </th>
              {COEFFICIENTS.map((name) => (
                <th key={name} scope="col">
                  {t(`agree.${name}`)}
                </th>
              ))}
              <th scope="col">{t('agree.verdict')}</th>
            </tr>
          </thead>
          <tbody>
            {questions.map((one) => (
              <Fragment key={one.question}>
                <tr>
                  <th scope="row" class="cell-name">
                    <span dir="auto">{form.get(one.question)?.text ?? one.question}</span>
                    {one.n > 0 && (
                      <button
                        type="button"
                        class="link small"
                        aria-expanded={opened === one.question}
                        onClick={() => setOpened(opened === one.question ? null : one.question)}
                      >
                        {t('agree.matrix')}
                      </button>
                    )}
                  </th>
                  <td class="figure">
                    <span class="only-small soft">{t('agree.calls')} </span>
                    {number(one.n)}
                  </td>
                  {COEFFICIENTS.map((name) => (
                    <td key={name} class="agreement-figure">
                      <span class="only-small soft">{t(`agree.${name}`)} </span>
                      <Coefficient of={one[name] ?? { value: null, ci: null }} n={one.n} />
                    </td>
                  ))}
                  <td>
                    <Verdict of={one} agreement={agreement} form={form} />
                  </td>
                </tr>
                {opened === one.question && (
                  <tr>
                    <td colSpan={6}>
                      <Matrix of={one} between={between} form={form} />
                    </td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      </div>
      <p class="soft small">
        {t('agree.howToRead')}{' '}
        <a href={`${SERVICE_URL}/docs#/Calibration`} target="_blank" rel="noopener">
          {t('agree.docs')}
        </a>
      </p>
    </>
  );
}

/** A question that the form does not have. */
const UNKNOWN = { doesScore: true, isOfPeople: false };

const LOOKS = { trusted: 'good', watch: 'unsure', untrusted: 'bad', too_few: '' } as const;

function Verdict({ of, agreement, form }: TableProps & { readonly of: QuestionAgreement }) {
  const step = nextStep(of, agreement.between, form.get(of.question) ?? UNKNOWN);
  if (step === null || of.verdict === null) return null;
  return (
    <>
      {step.act !== 'people' && <span class={`tag ${LOOKS[of.verdict] ?? ''}`}>{named('agree.is', of.verdict)}</span>}
      <p class="small agreement-next">
        <Next step={step} question={of.question} card={agreement.scorecard_id} form={form} />
      </p>
    </>
  );
}

interface NextProps extends Pick<TableProps, 'form'> {
  readonly step: NextStep;
  readonly question: string;
  /** Id of the scorecard. */
  readonly card: string;
}

/** The next step in words; the ones that are done elsewhere lead there. */
function Next({ step, question, card, form }: NextProps) {
  const newSession = may('createCalibration') ? to('/forms/calibrations', { new: card }) : null;
  switch (step.act) {
    case 'rate':
      return <Way href={newSession}>{tn('agree.next.rate', step.n)}</Way>;
    case 'rarest': {
      const answer = answerName(form, question, step.answer);
      const values = { answer, n: number(step.n), min: number(MIN_OF_RAREST) };
      return <Way href={newSession}>{t('agree.next.rarest', values)}</Way>;
    }
    case 'suggest':
    case 'rewrite':
      return <Way href={may('updateScorecard') ? to(`/forms/${card}`) : null}>{t(`agree.next.${step.act}`)}</Way>;
    default:
      return <>{t(`agree.next.${step.act}`)}</>;
  }
}

const Way = ({ href, children }: { readonly href: string | null; readonly children: string }) =>
  href === null ? <span>{children}</span> : <a href={href}>{children}</a>;

interface MatrixProps extends Pick<TableProps, 'form'> {
  readonly of: QuestionAgreement;
  readonly between: Agreement['between'];
}

/** Counts of each answer against each other one; equal answers stand on the diagonal. */
function Matrix({ of: { question, matrix }, between, form }: MatrixProps) {
  const keys = Object.keys(matrix);
  return (
    <div class="table-place">
      <table class="agreement-matrix">
        <caption class="soft small">{t(`agree.matrix.${between}`)}</caption>
        <thead>
          <tr>
            <td />
            {keys.map((key) => (
              <th key={key} scope="col" dir="auto">
                {answerName(form, question, key)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {keys.map((row) => (
            <tr key={row}>
              <th scope="row" dir="auto">
                {answerName(form, question, row)}
              </th>
              {keys.map((column) => (
                <td key={column} class={row === column ? 'figure is-same' : 'figure'}>
                  {number(matrix[row]?.[column] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
