// Does the same with many calls, one after the other. The work ends with its dialog or its tab; the calls that are left stay as
// they are.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  type AnalysisSummary,
  type CallAnalysis,
  CallAnalysisError,
} from '../../../../clients/typescript/src/browser.js';
import { write } from '../../api/api.js';
import { Dialog } from '../../parts/dialog.tsx';
import { TroubleBar } from '../../parts/trouble-bar.tsx';
import { number, t } from '../../texts/texts.js';

type Call = Pick<AnalysisSummary, 'id' | 'call'>;

interface ManyDialogProps {
  readonly title: string;
  /** Text before it is started. */
  readonly children: ComponentChildren;
  /** Text of the button that starts it. */
  readonly does: string;
  readonly calls: readonly Call[];
  /** Changes one call. The library repeats a request that got no response, with the same `Idempotency-Key`. */
  readonly act: (client: CallAnalysis, id: string) => Promise<unknown>;
  /** @param done ids of the calls with which it was done */
  readonly onClose: (done: readonly string[]) => void;
}

interface Headway {
  readonly done: readonly string[];
  readonly failed: readonly { readonly call: Call; readonly error: unknown }[];
  readonly isRunning: boolean;
}

/** Asks first, then shows how far it is, and in the end each call with which it failed, and why. */
export function ManyDialog({ title, children, does, calls, act, onClose }: ManyDialogProps) {
  const [headway, setHeadway] = useState<Headway | null>(null);
  const ending = useRef(new AbortController());
  useEffect(() => () => ending.current.abort(), []);
  const safe = useRef<HTMLButtonElement>(null);
  useEffect(() => safe.current?.focus(), [headway?.isRunning]);
  const { done = [], failed = [], isRunning = false } = headway ?? {};
  const start = async (some: readonly Call[]) => {
    ending.current = new AbortController();
    const { signal } = ending.current;
    let now: Headway = { done, failed: [], isRunning: true };
    const tell = (change: Partial<Headway>) => {
      now = { ...now, ...change };
      setHeadway(now);
    };
    tell({});
    for (const call of some) {
      if (signal.aborted) break;
      try {
        await write((client) => act(client, call.id));
        tell({ done: [...now.done, call.id] });
      } catch (error) {
        tell({ failed: [...now.failed, { call, error }] });
      }
    }
    if (now.done.length === calls.length) onClose(now.done);
    else tell({ isRunning: false });
  };
  return (
    <Dialog title={title} onClose={isRunning ? null : () => onClose(done)}>
      {headway === null ? (
        children
      ) : (
        <>
          <TroubleBar />
          <p class="moving">
            <progress max={calls.length} value={done.length + failed.length} aria-label={title} />
            <span role="status">
              {t('many.done', { n: number(done.length), total: number(calls.length) })}
              {failed.length > 0 && ` · ${t('many.failed', { n: number(failed.length) })}`}
            </span>
          </p>
          {isRunning && <p class="soft small">{t('many.tab')}</p>}
          <ul>
            {failed.map(({ call, error }) => (
              <li key={call.id}>
                <span dir="auto">{t('call.title', { agent: call.call.agent_id, contact: call.call.contact_id })}</span>:{' '}
                {error instanceof CallAnalysisError ? <span lang="en">{error.detail}</span> : t('problem.unknown')}
              </li>
            ))}
          </ul>
        </>
      )}
      <div class="dialog-acts">
        <button
          ref={safe}
          type="button"
          class="second"
          onClick={isRunning ? () => ending.current.abort() : () => onClose(done)}
        >
          {t(headway === null ? 'redaction.act.cancel' : isRunning ? 'many.stop' : 'close')}
        </button>
        {headway === null && (
          <button type="button" class="danger" disabled={calls.length === 0} onClick={() => void start(calls)}>
            {does}
          </button>
        )}
        {!isRunning && failed.length > 0 && (
          <button type="button" onClick={() => void start(failed.map(({ call }) => call))}>
            {t('many.again', { n: number(failed.length) })}
          </button>
        )}
      </div>
    </Dialog>
  );
}

/** A call that is gone already was deleted by a request whose response was lost, or by another person. */
export async function deleteCall(client: CallAnalysis, id: string): Promise<void> {
  await client.analyses.delete(id).catch((error: unknown) => {
    if (!(error instanceof CallAnalysisError) || error.status !== 404) throw error;
  });
}
