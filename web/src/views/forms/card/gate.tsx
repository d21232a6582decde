// The gate before a publication: how far it is, what it found, and what to do where it refuses.
import { useState } from 'preact/hooks';
import type { ScorecardRevision } from '../../../../../clients/typescript/src/browser.js';
import { whoIs } from '../../../people/who.js';
import { to } from '../../../routing/router.js';
import { may } from '../../../session/member.js';
import { t } from '../../../texts/calibration.js';
import { moment, number } from '../../../texts/texts.js';
import type { Judged } from '../model/gate.js';

export function GateRuns({ judged }: { readonly judged: Judged | null }) {
  return (
    <div role="status">
      <p class="moving">
        <progress max={judged?.of ?? 1} value={judged?.n} aria-label={t('gate.runs')} />
        {judged === null ? t('gate.runs') : t('gate.runs.at', { n: number(judged.n), total: number(judged.of) })}
      </p>
      <p class="soft small">{t('gate.runs.say')}</p>
    </div>
  );
}

interface RefusalProps {
  readonly cardId: string;
  readonly revision: number;
  readonly isBusy: boolean;
  readonly onForce: () => void;
  readonly onClose: () => void;
}

export function GateRefusal({ cardId, revision, isBusy, onForce, onClose }: RefusalProps) {
  const [isAsked, setAsked] = useState(false);
  const at = (tab?: string) => to(`/forms/${cardId}`, { tab, revision: String(revision) });
  return (
    <section class="form-gate" aria-label={t('gate.next')}>
      <h3>{t('gate.next')}</h3>
      <ul>
        <li>
          <a href={at('try')} onClick={onClose}>
            {t('gate.next.compare')}
          </a>
        </li>
        <li>
          <a href={to('/forms/calibrations', { card: cardId })} onClick={onClose}>
            {t('gate.next.rated')}
          </a>
        </li>
        <li>
          <a href={at()} onClick={onClose}>
            {t('gate.next.suggest')}
          </a>
        </li>
      </ul>
      {may('publishScorecardRevision') && !isAsked && (
        <button type="button" class="link" onClick={() => setAsked(true)}>
          {t('gate.force')}
        </button>
      )}
      {isAsked && (
        <div class="form-gate-force">
          <p>{t('gate.force.say')}</p>
          <button ref={focusOnce} type="button" class="danger" disabled={isBusy} onClick={onForce}>
            {t('gate.force.do', { n: revision })}
          </button>
        </div>
      )}
    </section>
  );
}

/** The button that asked is gone, and with it the focus. */
const focusOnce = (button: HTMLElement | null) => button?.focus();

const FOUND = ['passed', 'too_few', 'forced'] as const;

/** After a publication. The address says what the gate found. */
export function GateFound({ status, cardId }: { readonly status: string | undefined; readonly cardId: string }) {
  const found = FOUND.find((one) => one === status);
  if (found === undefined) return null;
  return (
    <span>
      {t(`gate.found.${found}`)}
      {found === 'too_few' && (
        <>
          {' '}
          <a href={to('/forms/calibrations', { new: cardId })}>{t('cal.new')}</a>
        </>
      )}
    </span>
  );
}

export function ForcedNote({ forced }: { readonly forced: ScorecardRevision['forced'] }) {
  if (!forced) return null;
  const who = forced.via === 'token' ? whoIs(forced.by) : t('gate.forced.key');
  return <p dir="auto">{t('gate.forced', { who, when: moment(forced.at) })}</p>;
}
