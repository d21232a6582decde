import type { Scenario } from '../../../../clients/typescript/src/browser.js';
import { shared } from '../../sending/outbox.js';
import { SAMPLE_PARTIES } from '../../sending/play-scenario.js';
import { send } from '../../sending/send.js';
import { t } from '../../texts/texts.js';

/** Those that end as a call does; the others show a program how it is refused. */
const SCENARIOS = [
  'good_call',
  'bad_call',
  'cold_apology',
  'mono_unclear_roles',
  'no_speech',
  'not_assessable',
  'long_call',
  'slow',
  'fails_unreadable',
  'fails_provider',
] as const satisfies readonly Scenario[];

export function Scenarios() {
  const play = (scenario: Scenario) => {
    const { agent, contact } = shared.value;
    send(scenario, {
      agent_id: agent.trim() || SAMPLE_PARTIES.agent_id,
      contact_id: contact.trim() || SAMPLE_PARTIES.contact_id,
    });
  };
  return (
    <details class="scenarios">
      <summary>{t('send.scenarios')}</summary>
      <p class="soft small">{t('send.scenarios.say')}</p>
      <ul>
        {SCENARIOS.map((scenario) => (
          <li key={scenario}>
            <button type="button" class="link scenario" onClick={() => play(scenario)}>
              {t(`send.scenario.${scenario}`)}
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
