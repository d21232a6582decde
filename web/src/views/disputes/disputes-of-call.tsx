// On the page of a call: for its agent the own evaluations, for reviewers the open dispute to decide, for both those of before.
import { useRef } from 'preact/hooks';
import type { Dispute, Evaluation, ItemsPage } from '../../../../clients/typescript/src/browser.js';
import { useResource } from '../../api/use-resource.js';
import { useKeys } from '../../parts/keys.js';
import { Section } from '../../parts/section.tsx';
import { Problem } from '../../parts/states.tsx';
import { may, member } from '../../session/member.js';
import { session } from '../../session/session.js';
import { t } from '../../texts/disputes.js';
import { ShownDispute } from './disputed-answers.tsx';
import { type AgentRights, OwnEvaluation } from './own-evaluation.tsx';
import { ResolveForm } from './resolve-form.tsx';

interface DisputesProps {
  readonly analysisId: string;
  /** Agent of the call. */
  readonly agentId: string;
  readonly evaluations: readonly Evaluation[];
  /** Called when an evaluation was acknowledged or disputed, or a dispute resolved. */
  readonly onChanged: () => void;
  /** Claims and opens the next call of the queue. */
  readonly takeNext: () => void;
}

const NONE: ItemsPage<Dispute> = { items: [], total: 0, skip: 0, limit: 0 };

export function DisputesOfCall({ analysisId, agentId, evaluations, onChanged, takeNext }: DisputesProps) {
  const rights = rightsOf(agentId);
  // The holder of a link reads disputes where the link allows to raise them.
  const isListed = may('listDisputes') || rights.dispute;
  const disputes = useResource(`disputes ${analysisId} ${isListed}`, async (client, signal) =>
    isListed ? client.disputes.list({ analysis_id: analysisId }, { signal }) : NONE,
  );
  const place = useRef<HTMLDivElement>(null);
  const changed = () => {
    // What had the focus goes with the form.
    place.current?.focus();
    disputes.reload();
    onChanged();
  };
  const found = disputes.value?.items ?? [];
  useKeys({ o: () => place.current?.querySelector<HTMLElement>('.resolve-form input')?.focus() });
  const own = rights.acknowledge || rights.dispute ? evaluations.filter(isInForce) : [];
  return (
    <div ref={place} tabIndex={-1} class="disputes-of-call">
      {own.map((one) => (
        <OwnEvaluation key={one.id} evaluation={one} rights={rights} saysOpen={!isListed} onChanged={changed} />
      ))}
      {disputes.error !== null && <Problem error={disputes.error} onAgain={disputes.reload} />}
      {found.length > 0 && (
        <Section title={t('disputes.title')}>
          {found.map((one) => {
            const evaluation = evaluations.find(({ id }) => id === one.evaluation_id);
            return (
              <article key={one.id} class="dispute">
                <ShownDispute dispute={one} evaluation={evaluation} />
                {one.status === 'open' && may('resolveDispute') && (
                  <ResolveForm dispute={one} evaluation={evaluation} onResolved={changed} takeNext={takeNext} />
                )}
              </article>
            );
          })}
        </Section>
      )}
    </div>
  );
}

const isInForce = ({ status, superseded }: Evaluation): boolean => status === 'completed' && !superseded;

/** Members act on their own calls alone, and the holders of links as the link says. */
function rightsOf(agentId: string): AgentRights {
  const now = session.value;
  if (now?.kind === 'link')
    return {
      agentId: now.reviewerId,
      acknowledge: now.may.includes('acknowledge'),
      dispute: now.may.includes('dispute'),
    };
  const isOwn = member.value?.agentId === agentId;
  return {
    agentId,
    acknowledge: isOwn && may('acknowledgeEvaluation'),
    dispute: isOwn && may('createDispute'),
  };
}
