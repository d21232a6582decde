// One finding, violation or question: what the service says, where to hear it, and what the person decides.
import { useComputed } from '@preact/signals';
import { useId } from 'preact/hooks';
import type { Citation } from '../../../../../clients/typescript/src/browser.js';
import { Icon } from '../../../parts/icon.tsx';
import { whoIs } from '../../../people/who.js';
import { clock } from '../../../texts/clock.js';
import { moment, share, t, wholeMoment } from '../../../texts/texts.js';
import type { Decision } from '../draft/beside.js';
import type { Deciding } from '../draft/deciding.js';
import type { Item } from '../draft/items.js';
import { useDecidingHere } from '../draft/use-deciding.js';
import { choicesOf, YourAnswer } from './your-answer.tsx';

export type Play = (seconds: number) => void;

interface FindingProps {
  readonly item: Item;
  /** Who decided last; undefined where no person did. */
  readonly decision: Decision | undefined;
  readonly onPlay: Play;
}

const ICONS = { good: 'check', bad: 'cross', flag: 'flag', none: 'dash' } as const;
const CLASSES = { good: 'good', bad: 'bad', flag: 'bad', none: 'soft' } as const;

export function Finding({ item, decision, onPlay }: FindingProps) {
  const id = useId();
  const { title, hint, tone, why, missing } = item;
  return (
    <li class={item.isInDoubt ? 'finding is-in-doubt' : 'finding'} data-item={item.key} aria-labelledby={id}>
      <h4>
        <span class={CLASSES[tone]}>
          <Icon name={ICONS[tone]} />
        </span>
        <span id={id} dir="auto">
          {title}
        </span>
        <Standing item={item} />
      </h4>
      {hint && (
        <p class="soft small" dir="auto">
          {hint}
        </p>
      )}
      <Whose item={item} decision={decision} />
      {why && (
        <p class="soft small" dir="auto">
          {why}
        </p>
      )}
      {missing.length > 0 && <p class="small">{t('call.missing', { what: missing.join(', ') })}</p>}
      <Quotes citations={item.citations} onPlay={onPlay} />
      <YourAnswer item={item} />
    </li>
  );
}

/** The answer that stands: struck where the person has decided otherwise and not saved it yet, confirmed where they agree. */
function Standing({ item }: Pick<FindingProps, 'item'>) {
  const deciding = useDecidingHere();
  return deciding ? <Drafted item={item} deciding={deciding} /> : <span class="verdict">{item.standing}</span>;
}

function Drafted({ item, deciding }: Pick<FindingProps, 'item'> & { readonly deciding: Deciding }) {
  const answer = useComputed(() => deciding.draft.value.verdicts[item.key]?.answer).value;
  const chosen = choicesOf(item).find(({ value }) => value === answer);
  if (chosen === undefined) return <span class="verdict">{item.standing}</span>;
  const { value, name, standing = name } = chosen;
  return (
    <span class="verdict">
      {value === item.agreeing ? (
        t('decide.confirmed', { answer: standing })
      ) : (
        <>
          <s>{item.standing}</s> <strong dir="auto">{standing}</strong>
        </>
      )}
    </span>
  );
}

function Whose({ item, decision }: Pick<FindingProps, 'item' | 'decision'>) {
  const { isHuman, confidence, isFlagged, system, standing } = item;
  const by = decision?.reviewerId
    ? t('decide.by', { who: whoIs(decision.reviewerId), when: moment(decision.created) })
    : t('call.source.human');
  return (
    <p class="soft small finding-source">
      {isHuman && system !== null && system !== standing && (
        <span>
          {t('decide.service')} <s>{system}</s>
        </span>
      )}
      {isHuman && (
        <span title={decision && wholeMoment(decision.created)} dir="auto">
          {system === standing ? t('decide.confirmedBy', { by }) : by}
        </span>
      )}
      {!isHuman && confidence !== null && t('call.source.system', { confidence: share(confidence) })}
      {isFlagged && (
        <span class="tag unsure">
          <Icon name="flag" />
          {t('call.flagged')}
        </span>
      )}
      {isHuman && decision && decision.note !== '' && <q dir="auto">{decision.note}</q>}
    </p>
  );
}

/** A verdict never stands without the way to hear it. */
export function Quotes({ citations, onPlay }: { readonly citations: readonly Citation[]; readonly onPlay: Play }) {
  return (
    <>
      {citations.map(({ segment_id, start, quote, stale }, index) => (
        <button
          // A finding may cite the same words twice.
          key={`${segment_id}-${index}`}
          type="button"
          class="quote"
          onClick={() => onPlay(start)}
        >
          <Icon name="play" />
          <q dir="auto">{quote}</q>
          {stale && <span class="tag">{t('decide.stale')}</span>}
          <span class="quote-time">
            <span class="unseen">{t('call.playFrom', { time: '' })}</span>
            {clock(start)}
          </span>
        </button>
      ))}
    </>
  );
}
