import type { CallFigures } from '../../../../clients/typescript/src/browser.js';
import { type Figure, ofMean, ofRate, shareOf } from '../../figures/figure.js';
import { FigureText, type Scale, Score } from '../../figures/score.tsx';
import { Section } from '../../parts/section.tsx';
import { t } from '../../texts/texts.js';

interface BesideAllProps {
  readonly title: string;
  /** Heads the column of the agent. */
  readonly own: string;
  /** Heads the column of all. */
  readonly others: string;
  readonly say: string;
  readonly of: CallFigures;
  /** Null: nothing stands beside them. */
  readonly all: CallFigures | null;
}

type Line = readonly [name: string, scale: Scale, of: (figures: CallFigures) => Figure];

/** The figures of an agent beside those of everyone. Others are not named: it is no ranking. */
export function BesideAll({ title, own, others, say, of, all }: BesideAllProps) {
  const lines: readonly Line[] = [
    [t('calls.compliance'), 'points', ({ compliance_score }) => ofMean(compliance_score)],
    [t('calls.quality'), 'points', ({ quality_score }) => ofMean(quality_score)],
    [t('day.passed'), 'percent', ({ pass_rate }) => ofRate(pass_rate)],
    [t('day.flagged'), 'percent', ({ flagged, calls }) => shareOf(flagged, calls)],
    [t('day.reviewed'), 'percent', ({ reviewed, calls }) => shareOf(reviewed, calls)],
  ];
  return (
    <Section title={title}>
      <table class="figures-table beside-table">
        <caption class="unseen">{title}</caption>
        <thead>
          <tr>
            <td />
            <th scope="col" dir="auto">
              {own}
            </th>
            {all && <th scope="col">{others}</th>}
          </tr>
        </thead>
        <tbody>
          {lines
            .filter(([, , figureOf]) => figureOf(all ?? of).n > 0)
            .map(([name, scale, figureOf]) => (
              <tr key={name}>
                <th scope="row" class="cell-name">
                  {name}
                </th>
                <td class="cell-means">
                  <Score of={figureOf(of)} ofAll={all && figureOf(all)} name={own} scale={scale} />
                </td>
                {all && (
                  <td class="cell-means">
                    <span class="only-small soft">{others} </span>
                    <FigureText of={figureOf(all)} scale={scale} />
                  </td>
                )}
              </tr>
            ))}
        </tbody>
      </table>
      <p class="soft small day-legend">{say}</p>
    </Section>
  );
}
