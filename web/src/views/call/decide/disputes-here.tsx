import type { CompletedAnalysis } from '../../../../../clients/typescript/src/browser.js';
import type { Resource } from '../../../api/use-resource.js';
import { Problem } from '../../../parts/states.tsx';
import { DisputesOfCall } from '../../disputes/disputes-of-call.tsx';
import { wantedLast } from '../../queue/claim.js';
import { useTake } from '../../queue/use-take.js';
import type { Beside } from '../draft/beside.js';
import { toQueue } from './save-keys.js';

interface DisputesHereProps {
  readonly analysis: CompletedAnalysis;
  readonly beside: Resource<Beside>;
  /** Called when the call should be read again. */
  readonly onChanged: () => void;
}

/** Disputes of the open call, with the way to the next call of the queue. */
export function DisputesHere({ analysis, beside, onChanged }: DisputesHereProps) {
  const taking = useTake(wantedLast.value, toQueue);
  return (
    <>
      <DisputesOfCall
        analysisId={analysis.id}
        agentId={analysis.call.agent_id}
        evaluations={beside.value?.evaluations ?? []}
        onChanged={() => {
          beside.reload();
          onChanged();
        }}
        takeNext={taking.take}
      />
      {taking.error !== null && <Problem error={taking.error} onAgain={taking.take} />}
    </>
  );
}
