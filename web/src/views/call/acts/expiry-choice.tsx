import { Choice } from '../../../parts/field.tsx';
import { t } from '../../../texts/texts.js';

/** Lifetimes offered, in seconds, within the limits of the API. */
export const LASTING = { hour: 3_600, day: 86_400, week: 604_800 } as const;

interface ExpiryChoiceProps {
  readonly label: string;
  readonly value: number;
  readonly onValue: (seconds: number) => void;
}

export function ExpiryChoice({ label, value, onValue }: ExpiryChoiceProps) {
  return (
    <Choice
      label={label}
      value={String(value)}
      choices={[
        [String(LASTING.hour), t('acts.expiry.hour')],
        [String(LASTING.day), t('acts.expiry.day')],
        [String(LASTING.week), t('acts.expiry.week')],
      ]}
      onValue={(seconds) => onValue(Number(seconds))}
    />
  );
}
