import { Section } from '../parts/section.tsx';
import { to } from '../routing/router.js';
import { ruleName } from '../texts/rule-name.js';
import { number, t } from '../texts/texts.js';

interface RulesProps {
  readonly violations: Readonly<Record<string, number>>;
  /** Numbers of all calls, shown beside those of an agent. */
  readonly ofAll?: Readonly<Record<string, number>> | undefined;
  /** URL parameters of the list of these calls. */
  readonly calls: Readonly<Record<string, string | undefined>>;
}

/** Number of violations of each rule, the most frequent first; each links to its calls. */
export function Rules({ violations, ofAll, calls }: RulesProps) {
  const counts = Object.entries(violations).toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1));
  const most = Math.max(1, ...counts.map(([, count]) => count));
  return (
    <Section title={t('day.rules')}>
      {counts.length === 0 && <p class="soft">{t('day.rules.none')}</p>}
      <ul class="day-counts">
        {counts.map(([rule, count]) => (
          <li key={rule}>
            <a href={to('/calls', { ...calls, violation: rule })}>{ruleName(rule)}</a>
            <svg class="count-bar" aria-hidden="true">
              <rect width={`${(count / most) * 100}%`} height="100%" />
            </svg>
            <strong class="figure">{number(count)}</strong>
            {ofAll && <span class="soft small">{t('day.rules.ofAll', { n: number(ofAll[rule] ?? count) })}</span>}
          </li>
        ))}
      </ul>
    </Section>
  );
}
