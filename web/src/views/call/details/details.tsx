import { useState } from 'preact/hooks';
import type { Analysis } from '../../../../../clients/typescript/src/browser.js';
import { may } from '../../../session/member.js';
import { t } from '../../../texts/texts.js';
import { Billed } from './billed.tsx';
import { Deliveries } from './deliveries.tsx';
import { Facts } from './facts.tsx';
import { MaskedFact, MaskedList } from './masked-facts.tsx';
import { Reviews } from './reviews.tsx';
import { Versions } from './versions.tsx';

interface DetailsProps {
  readonly analysis: Analysis;
  readonly onPlay?: (seconds: number) => void;
}

/** Details that are rarely needed. They are loaded when opened. */
export function Details({ analysis, onPlay }: DetailsProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      class="details"
      onToggle={(event) => event.target === event.currentTarget && setOpen(event.currentTarget.open)}
    >
      <summary>{t('call.details')}</summary>
      {isOpen && (
        <>
          <Facts analysis={analysis}>
            {may('getUsageHistory') && <Billed analysis={analysis} />}
            {analysis.status === 'completed' && <MaskedFact analysis={analysis} />}
          </Facts>
          {analysis.status === 'completed' && (
            <>
              {onPlay && <MaskedList analysis={analysis} onPlay={onPlay} />}
              <Reviews analysisId={analysis.id} read={analysis} />
              <Versions analysis={analysis} />
            </>
          )}
          {may('listWebhookDeliveries') && <Deliveries analysisId={analysis.id} />}
        </>
      )}
    </details>
  );
}
