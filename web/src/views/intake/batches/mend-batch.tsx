import { useResource } from '../../../api/use-resource.js';
import { Section } from '../../../parts/section.tsx';
import { Loading, Problem } from '../../../parts/states.tsx';
import { t } from '../../../texts/texts.js';
import { NewBatch } from './new-batch.tsx';

interface MendBatchProps {
  /** The batch whose refused lines are mended. */
  readonly id: string;
  readonly onSent: (ids: readonly string[]) => void;
  readonly onCancel: () => void;
}

/** The refused lines in the form of a new batch. */
export function MendBatch({ id, onSent, onCancel }: MendBatchProps) {
  const refused = useResource(`refused ${id}`, (client, signal) => client.batches.refused(id, { signal }));
  return (
    <Section title={t('batches.new')}>
      <p>{t('batches.mending')}</p>
      {refused.error !== null && <Problem error={refused.error} onAgain={refused.reload} />}
      {refused.value === null && refused.error === null && <Loading lines={6} />}
      {refused.value !== null && <NewBatch text={refused.value} onSent={onSent} onCancel={onCancel} />}
    </Section>
  );
}
