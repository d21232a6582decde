import type { Citation } from '../../../../clients/typescript/src/browser.js';
import { Icon } from '../../parts/icon.tsx';
import { clock } from '../../texts/clock.js';
import { named, share, t } from '../../texts/texts.js';
import type { Judged, Violated } from './judged.js';

export type Play = (seconds: number) => void;

export function Finding({ finding, onPlay }: { readonly finding: Judged; readonly onPlay: Play }) {
  const { answer, isFlagged, missing, source, system } = finding;
  return (
    <li class="finding">
      <h4>
        <Answer answer={answer} />
        <span>{named('finding', finding.name)}</span>
        <span class="verdict">{answerName(answer)}</span>
      </h4>
      <p class="soft small finding-source">
        {source === 'human'
          ? t('call.source.human')
          : answer !== null && t('call.source.system', { confidence: share(finding.confidence) })}
        {isFlagged && (
          <span class="tag unsure">
            <Icon name="flag" />
            {t('call.flagged')}
          </span>
        )}
      </p>
      {system && <p class="soft small">{t('call.system', { answer: answerName(system.answer) })}</p>}
      {answer === null && source === 'system' && <p class="soft small">{t('call.notAssessable.say')}</p>}
      {missing.length > 0 && (
        <p class="small">{t('call.missing', { what: missing.map((one) => one.replaceAll('_', ' ')).join(', ') })}</p>
      )}
      <Quotes citations={finding.citations} onPlay={onPlay} />
    </li>
  );
}

export function Violation({ violation, onPlay }: { readonly violation: Violated; readonly onPlay: Play }) {
  const isDismissed = violation.upheld === false;
  return (
    <li class={isDismissed ? 'finding is-dismissed' : 'finding'}>
      <h4>
        <span class="bad">
          <Icon name="flag" />
        </span>
        <span>{violation.description}</span>
      </h4>
      <p class="soft small finding-source">
        {violation.source === 'human'
          ? t(isDismissed ? 'call.dismissed' : 'call.upheld')
          : t('call.source.system', { confidence: share(violation.confidence) })}
        {violation.flagged && (
          <span class="tag unsure">
            <Icon name="flag" />
            {t('call.flagged')}
          </span>
        )}
      </p>
      <Quotes citations={violation.citations} onPlay={onPlay} />
    </li>
  );
}

/** A verdict never stands without the way to hear it. */
export function Quotes({ citations, onPlay }: { readonly citations: readonly Citation[]; readonly onPlay: Play }) {
  return (
    <>
      {citations.map(({ segment_id, start, quote }, index) => (
        <button
          // A finding may cite the same words twice.
          key={`${segment_id}-${index}`}
          type="button"
          class="quote"
          onClick={() => onPlay(start)}
        >
          <Icon name="play" />
          <q dir="auto">{quote}</q>
          <span class="quote-time">
            <span class="unseen">{t('call.playFrom', { time: '' })}</span>
            {clock(start)}
          </span>
        </button>
      ))}
    </>
  );
}

function Answer({ answer }: { readonly answer: boolean | null }) {
  if (answer === null)
    return (
      <span class="soft">
        <Icon name="dash" />
      </span>
    );
  return (
    <span class={answer ? 'good' : 'bad'}>
      <Icon name={answer ? 'check' : 'cross'} />
    </span>
  );
}

const answerName = (answer: boolean | null): string =>
  answer === null ? t('call.notAssessable') : t(answer ? 'answer.yes' : 'answer.no');
