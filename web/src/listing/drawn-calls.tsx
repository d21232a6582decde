// The fields by which calls are drawn at random: how many, of whom and of when.
import { Field } from '../parts/field.tsx';
import { t } from '../texts/texts.js';
import type { DrawnCalls } from './drawn-filter.js';

interface DrawnCallsProps {
  readonly typed: DrawnCalls;
  readonly onTyped: (part: Partial<DrawnCalls>) => void;
  /** Below the number of calls. */
  readonly say: string;
  /** Messages of the service about the number of calls. */
  readonly faults: readonly string[];
}

export const DrawnCallsFields = ({ typed, onTyped, say, faults }: DrawnCallsProps) => (
  <>
    <Field
      label={t('trials.count')}
      name="count"
      value={typed.count}
      maxlength={3}
      required
      onValue={(count) => onTyped({ count })}
      say={say}
      faults={faults}
    />
    <Field
      label={t('calls.agent')}
      name="agent"
      value={typed.agent}
      maxlength={255}
      onValue={(agent) => onTyped({ agent })}
    />
    <Field label={t('calls.from')} name="from" type="date" value={typed.from} onValue={(from) => onTyped({ from })} />
    <Field
      label={t('calls.until')}
      name="until"
      type="date"
      value={typed.until}
      onValue={(until) => onTyped({ until })}
    />
  </>
);
