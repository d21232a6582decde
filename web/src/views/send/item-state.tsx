// How far a file is, in words beside what is drawn.
import { useEffect, useState } from 'preact/hooks';
import type { CallAnalysisError, Progress } from '../../../../clients/typescript/src/browser.js';
import { Icon } from '../../parts/icon.tsx';
import { Copy } from '../../parts/states.tsx';
import { to } from '../../routing/router.js';
import { type AcceptedCall, areWhole, type Item, newKey, partiesOf, type State } from '../../sending/outbox.js';
import { startAgain } from '../../sending/send.js';
import { named, number, share, t, tn } from '../../texts/texts.js';

interface ItemStateProps {
  readonly item: Item;
  readonly name: string;
  readonly progress: ReadonlyMap<string, Progress>;
}

export function ItemState({ item, name, progress }: ItemStateProps) {
  const { state } = item;
  switch (state.kind) {
    case 'ready':
      return areWhole(partiesOf(item)) ? (
        <span class="soft">{t('send.ready')}</span>
      ) : (
        <span class="send-lacking">
          <Icon name="alert" />
          {t('send.unfit')}
        </span>
      );
    case 'queued':
      return <span class="soft">{t('send.queued')}</span>;
    case 'sending':
      return <Sending item={item} sentBytes={state.sentBytes} name={name} />;
    case 'paused':
      return <Paused state={state} />;
    case 'refused':
      return <Refused error={state.error} file={name} />;
    case 'unreadable':
      return <Fault>{t('send.unreadable')}</Fault>;
    case 'cancelled':
      return <span class="soft">{t('send.cancelled')}</span>;
    case 'accepted':
      return <Accepted call={state.call} progress={progress.get(state.call.id) ?? state.call.progress} />;
  }
}

const Fault = ({ children, lang }: { readonly children: string; readonly lang?: string | undefined }) => (
  <span class="send-fault">
    <Icon name="cross" />
    <span lang={lang}>{children}</span>
  </span>
);

function Sending({
  item,
  sentBytes,
  name,
}: {
  readonly item: Item;
  readonly sentBytes: number;
  readonly name: string;
}) {
  const size = 'file' in item.source ? item.source.file.size : 0;
  const part = size === 0 ? 0 : Math.min(1, sentBytes / size);
  return (
    <span class="moving">
      <progress max={100} value={part * 100} aria-label={name} />
      <span>{part === 1 ? t('send.arrived') : share(part)}</span>
    </span>
  );
}

function Paused({ state: { why, until } }: { readonly state: Extract<State, { kind: 'paused' }> }) {
  const seconds = useSecondsUntil(until);
  return (
    <span class="send-lacking" role="status">
      <Icon name="alert" />
      {tn(`send.paused.${why}`, seconds)}
    </span>
  );
}

function useSecondsUntil(until: number): number {
  const left = () => Math.max(1, Math.ceil((until - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    setSeconds(left());
    const timer = setInterval(() => setSeconds(left()), 500);
    return () => clearInterval(timer);
  }, [until]);
  return seconds;
}

/** Formats in the sentence of the service that refuses a recording for what its bytes are, whatever its name. */
const FORMATS = /^Unsupported audio format.*: (.+)$/;

interface RefusedProps {
  readonly error: CallAnalysisError;
  /** Name of the file; none where it is stored already. */
  readonly file?: string;
}

function Refused({ error: { detail, status, requestId }, file = '' }: RefusedProps) {
  const format = /\.(\w+)$/.exec(file)?.[1]?.toLowerCase() ?? '';
  const isNamedSo = FORMATS.exec(detail)?.[1]?.split(', ').includes(format);
  return (
    <span class="send-fault" role="alert">
      <Icon name="cross" />
      <span>
        <span lang="en">{detail}</span>
        {isNamedSo && ` ${t('send.damaged', { format: format.toUpperCase() })}`}
        {status === 402 && (
          <>
            {' '}
            <a href={to('/settings')}>{t('send.plan')}</a>
          </>
        )}
        {requestId && (
          <span class="soft small send-request">
            {t('problem.request', { id: requestId })} <Copy text={requestId} />
          </span>
        )}
      </span>
    </span>
  );
}

function Accepted({ call, progress }: { readonly call: AcceptedCall; readonly progress: Progress | null }) {
  const open = (
    <a href={to(`/calls/${call.id}`)} class="send-open">
      {t('send.open')}
    </a>
  );
  if (call.status === 'failed')
    return (
      <>
        <Fault lang={call.message === null ? undefined : 'en'}>{call.message ?? t('state.failed')}</Fault> {open}{' '}
        <StartAgain id={call.id} />
      </>
    );
  if (call.status === 'completed')
    return (
      <span class="send-done">
        <Icon name="check" />
        {t('state.completed')}
        <span class="soft">{scoresOf(call)}</span>
        {call.violations > 0 && (
          <span class="tag bad">
            <Icon name="flag" />
            {tn('calls.flag.violations', call.violations)}
          </span>
        )}
        {open}
      </span>
    );
  const percent = progress?.percent ?? 0;
  const stage = named('stage', progress?.stage ?? 'queued');
  return (
    <span class="moving">
      <progress max={100} value={percent} aria-label={stage} />
      <span>
        {stage} {share(percent / 100)}
      </span>
      {open}
    </span>
  );
}

function scoresOf({ compliance, quality }: AcceptedCall): string {
  const score = (value: number | null) => (value === null ? '–' : number(value));
  return compliance === null && quality === null
    ? t('calls.none')
    : t('send.scores', { compliance: score(compliance), quality: score(quality) });
}

function StartAgain({ id }: { readonly id: string }) {
  const [state, setState] = useState<{ isBusy: boolean; error: unknown; key: string }>(() => ({
    ...{ isBusy: false, error: null },
    key: newKey(),
  }));
  const start = async () => {
    setState((before) => ({ ...before, isBusy: true }));
    try {
      await startAgain(id, state.key);
    } catch (error) {
      setState((before) => ({ ...before, isBusy: false, error }));
    }
  };
  return (
    <>
      <button type="button" class="link" disabled={state.isBusy} onClick={start}>
        {t('problem.again')}
      </button>
      {state.error !== null && <Refused error={state.error as CallAnalysisError} />}
    </>
  );
}
