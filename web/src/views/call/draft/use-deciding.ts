import { createContext } from 'preact';
import { useContext, useEffect, useMemo, useRef } from 'preact/hooks';
import type { CompletedAnalysis } from '../../../../../clients/typescript/src/browser.js';
import { type Resource, useResource } from '../../../api/use-resource.js';
import { leaving } from '../../../routing/router.js';
import { session } from '../../../session/session.js';
import { type Beside, readBeside } from './beside.js';
import { createDeciding, type Deciding } from './deciding.js';
import { savedLast } from './undo.js';

/** Evaluations are made again after a correction: they are asked for until they are there. */
const POLL_MS = 2_000;

export interface Decided {
  readonly deciding: Deciding;
  readonly beside: Resource<Beside>;
}

const Context = createContext<Deciding | null>(null);
export const DecidingProvider = Context.Provider;
/** Null where nothing can be decided. */
export const useDecidingHere = (): Deciding | null => useContext(Context);

/** @param onRead shows the call again */
export function useDeciding(analysis: CompletedAnalysis, onRead: (call: CompletedAnalysis) => void): Decided {
  const { id } = analysis;
  const beside = useResource(`beside ${id}`, (client, signal) => readBeside(client, id, signal));
  const latest = useRef({ call: analysis, beside: beside.value, change: beside.change, onRead });
  latest.current = { call: analysis, beside: beside.value, change: beside.change, onRead };
  const deciding = useMemo(() => {
    const now = session.peek();
    return createDeciding(id, now?.kind === 'account' ? now.email : 'link', {
      call: () => latest.current.call,
      beside: () => latest.current.beside,
      show: (call, next) => {
        const { change, onRead: showCall } = latest.current;
        // Also before the page is drawn again.
        latest.current = { ...latest.current, call, beside: next };
        showCall(call);
        change(() => next);
      },
    });
  }, [id]);
  useEffect(() => deciding.start(), [deciding]);
  const isRead = beside.value !== null;
  useEffect(() => {
    if (!isRead) return;
    deciding.resume();
    if (savedLast.peek()?.isWanted) deciding.undo();
  }, [deciding, isRead]);
  const isJudged = beside.value?.evaluations.every(({ status }) => status !== 'processing') ?? true;
  const { reload } = beside;
  useEffect(() => {
    if (isJudged) return;
    const timer = setInterval(() => document.hidden || reload(), POLL_MS);
    return () => clearInterval(timer);
  }, [isJudged, reload]);
  return { deciding, beside };
}

/** Asks before changes are left behind. @param ask shows the question */
export function useLeaving(isChanged: boolean, ask: (goOn: () => void) => void): void {
  const latest = useRef(ask);
  latest.current = ask;
  useEffect(() => {
    if (!isChanged) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    leaving.value = (goOn) => latest.current(goOn);
    return () => {
      removeEventListener('beforeunload', warn);
      leaving.value = null;
    };
  }, [isChanged]);
}
