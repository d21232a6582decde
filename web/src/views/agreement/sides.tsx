import type { Agreement } from '../../../../clients/typescript/src/browser.js';
import { t } from '../../texts/calibration.js';

export type Side = Agreement['between'];

interface SidesProps {
  readonly sides: readonly Side[];
  readonly side: Side;
  readonly onSide: (side: Side) => void;
}

/** Chooses who is compared. */
export const Sides = ({ sides, side, onSide }: SidesProps) => (
  <fieldset class="tabs">
    <legend class="unseen">{t('agree.sides')}</legend>
    {sides.map((one) => (
      <button key={one} type="button" class="tab" aria-pressed={one === side} onClick={() => onSide(one)}>
        {t(`agree.side.${one}`)}
      </button>
    ))}
  </fieldset>
);
