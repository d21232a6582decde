// Which rules were violated, and what a person should look at, by kind.
import type { AnalysisSummary } from '../../../../clients/typescript/src/browser.js';
import { Problem } from '../../parts/states.tsx';
import { to } from '../../routing/router.js';
import { moment, named, number, t, tn } from '../../texts/texts.js';
import { findingCounts, ruleCounts, withViolations } from './figures.js';
import { MAX_RULED, useRules } from './use-day.js';

export function Kinds({ calls }: { readonly calls: readonly AnalysisSummary[] }) {
  const violating = withViolations(calls);
  const rules = useRules(violating);
  const findings = findingCounts(calls);
  return (
    <section class="card" aria-labelledby="day-kinds">
      <h2 id="day-kinds">{t('day.kinds')}</h2>
      {violating.length === 0 && findings.length === 0 && <p class="soft">{t('day.kinds.none')}</p>}
      <div class="day-kinds">
        {violating.length > 0 && (
          <div>
            <h3>{t('day.rules')}</h3>
            {rules.error !== null && <Problem error={rules.error} onAgain={rules.reload} />}
            <ul class="day-counts">
              {ruleCounts(rules.value ?? []).map(([rule, count]) => (
                <li key={rule}>
                  <span>{named('day.rule', rule)}</span>
                  <strong class="figure">{number(count)}</strong>
                </li>
              ))}
            </ul>
            {violating.length > MAX_RULED && (
              <p class="soft small">{t('day.rules.newest', { n: number(MAX_RULED), all: number(violating.length) })}</p>
            )}
          </div>
        )}
        {violating.length > 0 && (
          <div>
            <h3>{t('day.open')}</h3>
            <ul class="day-counts">
              {violating.slice(0, MAX_RULED).map((call) => (
                <li key={call.id}>
                  <a class="cut" dir="auto" href={to(`/calls/${call.id}`)}>
                    {moment(call.created)} · {call.call.agent_id}
                  </a>
                  <span class="tag bad">{tn('calls.flag.violations', call.results.compliance.violations_count)}</span>
                </li>
              ))}
            </ul>
          </div>
        )}
        {findings.length > 0 && (
          <div>
            <h3>{t('day.findings')}</h3>
            <table class="findings-table">
              <caption class="unseen">{t('day.findings')}</caption>
              <thead>
                <tr>
                  <td />
                  <th scope="col" class="figure">
                    {t('day.findings.no')}
                  </th>
                  <th scope="col" class="figure">
                    {t('day.flagged')}
                  </th>
                </tr>
              </thead>
              <tbody>
                {findings.map(({ name, flagged, no }) => (
                  <tr key={name}>
                    <th scope="row">{named('finding', name)}</th>
                    <td class="figure">{number(no)}</td>
                    <td class="figure">{number(flagged)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </div>
    </section>
  );
}
