// The figures of a trial: an engine in each row for hearing, and in each column for the questions of judging.
import type { EngineTrial } from '../../../../clients/typescript/src/browser.js';
import { Coefficient } from '../../figures/coefficient.tsx';
import { Plot } from '../../figures/score.tsx';
import { number, t, tn } from '../../texts/texts.js';
import { price } from './price.js';
import { questionName } from './question-name.js';

type Engine = EngineTrial['engines'][number];

export function EngineFigures({ trial: { task, engines } }: { readonly trial: EngineTrial }) {
  const worst = Math.max(0.01, ...engines.map(({ word_error_rate: rate }) => rate?.ci?.[1] ?? rate?.value ?? 0));
  const isHearing = task === 'transcription';
  const columns = [
    [t('calls.title'), callsOf],
    ...(isHearing
      ? ([
          [t('trials.errors'), (one: Engine) => <Errors of={one.word_error_rate} worst={worst} />],
          [t('trials.roles'), (one: Engine) => countOf(one.roles_wrong, one.word_error_rate?.calls)],
          [t('trials.languages'), (one: Engine) => countOf(one.languages_wrong, one.word_error_rate?.calls)],
        ] as const)
      : []),
    [t('trials.seconds'), secondsOf],
    [t('trials.cost'), costOf],
  ] as const;
  return (
    <>
      <div class="table-place">
        <table class="figures-table">
          <caption class="unseen">{t('trials.figures')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('engines.engine')}</th>
              {columns.map(([head]) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {engines.map((engine) => (
              <tr key={engine.name}>
                <th scope="row" class="cell-name">
                  {engine.name}
                </th>
                {columns.map(([head, show]) => (
                  <td key={head}>
                    <span class="only-small soft">{head} </span>
                    {show(engine)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!isHearing && <Agreement engines={engines} />}
    </>
  );
}

const NONE = '–';

function callsOf({ calls, failed, skipped }: Engine): string {
  return [number(calls), failed > 0 && tn('trials.failed', failed), skipped > 0 && tn('trials.skipped', skipped)]
    .filter(Boolean)
    .join(', ');
}

const costOf = ({ cost_per_minute: cost }: Engine): string => (cost === null ? t('trials.price.unknown') : price(cost));

const countOf = (count: number | null, calls: number | undefined): string =>
  count === null || calls === undefined ? NONE : t('trials.ofCalls', { n: number(count), total: number(calls) });

function secondsOf({ seconds_per_minute: spent }: Engine): string {
  if (spent === null || spent.mean === null) return NONE;
  const seconds = (value: number) => number(value, { maximumFractionDigits: 1 });
  const [from, until] = spent.ci ?? [];
  if (from === undefined || until === undefined) return seconds(spent.mean);
  return `${seconds(spent.mean)} (${t('day.range', { from: seconds(from), until: seconds(until) })})`;
}

interface ErrorsProps {
  readonly of: Engine['word_error_rate'];
  /** End of the scale: the highest bound of the trial. */
  readonly worst: number;
}

function Errors({ of, worst }: ErrorsProps) {
  if (of === null || of.value === null) return <>{NONE}</>;
  const percent = (value: number) =>
    number(value, { style: 'percent', minimumFractionDigits: 1, maximumFractionDigits: 1 });
  const [from, until] = of.ci ?? [];
  const scaled = (value: number) => (100 * value) / worst;
  const interval = from === undefined || until === undefined ? null : ([scaled(from), scaled(until)] as const);
  return (
    <>
      <Plot of={{ value: scaled(of.value), interval, n: of.calls }} ofAll={null} />
      <strong>{percent(of.value)}</strong>{' '}
      {from !== undefined && until !== undefined && (
        <span class="soft small">({t('day.range', { from: percent(from), until: percent(until) })})</span>
      )}{' '}
      <span class="soft small">{t('trials.words', { words: number(of.words), calls: number(of.calls) })}</span>
    </>
  );
}

/** AC1 by question, each with its interval. */
function Agreement({ engines }: { readonly engines: readonly Engine[] }) {
  const questions = [...new Set(engines.flatMap(({ agreement }) => agreement?.map(({ question }) => question) ?? []))];
  if (questions.length === 0) return <p>{t('trials.noReviews')}</p>;
  return (
    <div class="table-place">
      <table class="figures-table">
        <caption>{t('trials.agreement')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('trials.question')}</th>
            {engines.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {questions.map((question) => (
            <tr key={question}>
              <th scope="row" class="cell-name">
                {questionName(question)}
              </th>
              {engines.map(({ name, agreement }) => (
                <td key={name}>
                  <span class="only-small soft">{name} </span>
                  <Agrees of={agreement?.find((one) => one.question === question)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Agrees({ of }: { readonly of: NonNullable<Engine['agreement']>[number] | undefined }) {
  if (of === undefined || of.ac1.value === null) return <>{NONE}</>;
  return (
    <>
      <Coefficient of={of.ac1} n={of.n} /> <span class="soft small">{tn('calls.count', of.n)}</span>
    </>
  );
}
