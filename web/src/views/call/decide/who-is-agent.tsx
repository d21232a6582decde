// Where it is not known who the agent is: one press says so, and names the others customer.
import { useComputed } from '@preact/signals';
import type { CompletedAnalysis } from '../../../../../clients/typescript/src/browser.js';
import { Icon } from '../../../parts/icon.tsx';
import { t } from '../../../texts/texts.js';
import type { Deciding } from '../draft/deciding.js';
import type { Changes, Role } from '../draft/draft.js';
import { speakerName } from '../speaker-name.js';

/** Nothing is judged below this role confidence, as the API states. */
const MIN_ROLE_CONFIDENCE = 0.6;
const MAX_WORDS = 8;

interface WhoIsAgentProps {
  readonly analysis: CompletedAnalysis;
  readonly deciding: Deciding;
}

export function WhoIsAgent({ analysis: { transcript }, deciding }: WhoIsAgentProps) {
  const draft = useComputed(() => deciding.draft.value).value;
  if (transcript === null) return null;
  const speakers = [...new Set(transcript.segments.map(({ speaker }) => speaker))];
  if (transcript.diarization.role_confidence >= MIN_ROLE_CONFIDENCE || speakers.length < 2 || deciding.isLocked.value)
    return null;
  const firstWords = (speaker: string) =>
    transcript.segments
      .find((segment) => segment.speaker === speaker)
      ?.text.split(' ')
      .slice(0, MAX_WORDS)
      .join(' ');
  return (
    <section class="notice who-is-agent" aria-labelledby="who-is-agent">
      <p id="who-is-agent">
        <Icon name="flag" /> {t('review.whoIsAgent')}
      </p>
      <div class="who-choices">
        {speakers.map((speaker) => (
          <button
            key={speaker}
            type="button"
            class="second"
            aria-pressed={agentIn(draft, speakers) === speaker}
            onClick={() => deciding.correct((now) => ({ ...now, ...rolesBy(speaker, speakers) }))}
          >
            <span>{speakerName(speaker)}</span> <q dir="auto">{firstWords(speaker)}…</q>
          </button>
        ))}
      </div>
      <p class="soft small">{t('review.whoIsAgent.say')}</p>
    </section>
  );
}

type Roles = Pick<Changes, 'speakers' | 'swapRoles'>;

/** Those who have a role already change it with each other. */
function rolesBy(agent: string, speakers: readonly string[]): Roles {
  if (speakers.includes('agent')) return { speakers: {}, swapRoles: agent !== 'agent' };
  const roleOf = (speaker: string): Role => (speaker === agent ? 'agent' : 'customer');
  return { swapRoles: false, speakers: Object.fromEntries(speakers.map((speaker) => [speaker, roleOf(speaker)])) };
}

function agentIn({ speakers, swapRoles }: Roles, all: readonly string[]): string | undefined {
  if (swapRoles) return all.find((speaker) => speaker !== 'agent');
  return all.find((speaker) => speakers[speaker] === 'agent');
}
