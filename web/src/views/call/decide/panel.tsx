// Beside the transcript: the findings, a tab for each form that judged the call, and how the parties talked.
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import type { CompletedAnalysis, Evaluation } from '../../../../../clients/typescript/src/browser.js';
import type { Resource } from '../../../api/use-resource.js';
import { useKeys } from '../../../parts/keys.js';
import { Problem } from '../../../parts/states.tsx';
import { t } from '../../../texts/texts.js';
import { type Beside, type Decision, decisionsIn } from '../draft/beside.js';
import type { Deciding } from '../draft/deciding.js';
import { DecidingProvider } from '../draft/use-deciding.js';
import { AgreeBar } from './agree-bar.tsx';
import type { Play } from './finding.tsx';
import { Findings } from './findings.tsx';
import { FormTab } from './form-tab.tsx';
import { TalkTab } from './talk-tab.tsx';

interface PanelProps {
  readonly analysis: CompletedAnalysis;
  readonly beside: Resource<Beside>;
  /** Null where the person may only read. */
  readonly deciding: Deciding | null;
  /** Told that quotations are picked: on a small screen the transcript then takes the place of the findings. */
  readonly onPick: () => void;
  readonly onPlay: Play;
}

interface Tab {
  readonly key: string;
  readonly name: string;
}

const NOTHING: readonly Evaluation[] = [];

export function Panel({ analysis, beside, deciding, onPick, onPlay }: PanelProps) {
  const evaluations = (beside.value?.evaluations ?? NOTHING).filter(({ superseded }) => !superseded);
  const decisions = useMemo(() => decisionsIn(beside.value?.reviews ?? []), [beside.value]);
  const tabs: readonly Tab[] = [
    { key: 'findings', name: t('call.findings') },
    ...evaluations.map((one) => ({ key: one.id, name: nameOf(one, evaluations) })),
    { key: 'talk', name: t('decide.talk') },
  ];
  const [wanted, setWanted] = useState('findings');
  const open = tabs.some(({ key }) => key === wanted) ? wanted : 'findings';
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  useAnswerKeys(panel, deciding);
  const picked = deciding?.picking.value?.key;
  useEffect(() => {
    if (picked !== undefined) onPick();
  }, [picked]);
  return (
    <DecidingProvider value={deciding}>
      <TabList tabs={tabs} open={open} onOpen={setWanted} id={id} />
      <div class="tab-panel" role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open}`} ref={panel}>
        {beside.error !== null && <Problem error={beside.error} onAgain={beside.reload} />}
        {deciding && <AgreeBar analysis={analysis} evaluations={evaluations} deciding={deciding} />}
        <Shown open={open} analysis={analysis} evaluations={evaluations} decisions={decisions} onPlay={onPlay} />
      </div>
    </DecidingProvider>
  );
}

interface ShownProps extends Pick<PanelProps, 'analysis' | 'onPlay'> {
  readonly open: string;
  readonly evaluations: readonly Evaluation[];
  readonly decisions: ReadonlyMap<string, Decision>;
}

function Shown({ open, analysis, evaluations, decisions, onPlay }: ShownProps) {
  if (open === 'findings') return <Findings analysis={analysis} decisions={decisions} onPlay={onPlay} />;
  if (open === 'talk') return <TalkTab metrics={analysis.call.metrics} />;
  const evaluation = evaluations.find(({ id }) => id === open);
  return evaluation ? <FormTab evaluation={evaluation} decisions={decisions} onPlay={onPlay} /> : null;
}

/** One form may have judged the call by several revisions. */
function nameOf({ scorecard }: Evaluation, evaluations: readonly Evaluation[]): string {
  const isOnly = evaluations.filter((one) => one.scorecard.id === scorecard.id).length === 1;
  return isOnly ? scorecard.name : t('decide.revision', { name: scorecard.name, revision: scorecard.revision });
}

interface TabListProps {
  readonly tabs: readonly Tab[];
  readonly open: string;
  readonly onOpen: (key: string) => void;
  readonly id: string;
}

function TabList({ tabs, open, onOpen, id }: TabListProps) {
  const list = useRef<HTMLDivElement>(null);
  const step = (by: number) => {
    const at = (tabs.findIndex(({ key }) => key === open) + by + tabs.length) % tabs.length;
    onOpen(tabs[at]?.key ?? open);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[at]?.focus();
  };
  return (
    <div
      class="tab-list"
      role="tablist"
      aria-label={t('decide.tabs')}
      ref={list}
      onKeyDown={(event) => {
        const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (by === undefined) return;
        // Elsewhere the arrows move the recording.
        event.preventDefault();
        step(by);
      }}
    >
      {tabs.map(({ key, name }) => (
        <button
          key={key}
          type="button"
          role="tab"
          id={`${id}-${key}`}
          aria-controls={`${id}-panel`}
          aria-selected={open === key}
          tabIndex={open === key ? 0 : -1}
          dir="auto"
          onClick={() => onOpen(key)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}

/** Digits answer what has the focus, else the first that is in doubt; the arrows go from one to the next, `d` to the next doubt. */
function useAnswerKeys(panel: { readonly current: HTMLElement | null }, deciding: Deciding | null): void {
  const focused = () => {
    const found = document.activeElement?.closest<HTMLElement>('[data-item]') ?? null;
    return found && panel.current?.contains(found) ? found : null;
  };
  const press = (digit: number) => {
    const item =
      focused() ??
      panel.current?.querySelector<HTMLElement>('.is-in-doubt:has(.your-answer)') ??
      panel.current?.querySelector<HTMLElement>('[data-item]:has(.your-answer)');
    const answer = item?.querySelector<HTMLButtonElement>(`.your-answer[aria-keyshortcuts="${digit}"]`);
    answer?.focus();
    answer?.click();
  };
  const nextDoubt = () => {
    const doubts = [...(panel.current?.querySelectorAll<HTMLElement>('.is-in-doubt:has(.your-answer)') ?? [])];
    const next = doubts[(doubts.indexOf(focused() as HTMLElement) + 1) % doubts.length];
    next?.querySelector<HTMLElement>('.your-answer')?.focus();
    next?.scrollIntoView({ block: 'nearest' });
  };
  const digits = Object.fromEntries(Array.from({ length: 10 }, (_, digit) => [String(digit), () => press(digit)]));
  useKeys(deciding ? { ...digits, d: nextDoubt } : {});
  useEffect(() => {
    const element = panel.current;
    const move = (event: KeyboardEvent) => {
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      const item = focused();
      if (by === undefined || !item || event.target instanceof HTMLTextAreaElement) return;
      const items = [...(element?.querySelectorAll<HTMLElement>('[data-item]') ?? [])];
      const next = items[items.indexOf(item) + by]?.querySelector<HTMLElement>('.your-answer, button');
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    element?.addEventListener('keydown', move);
    return () => element?.removeEventListener('keydown', move);
  }, []);
}
