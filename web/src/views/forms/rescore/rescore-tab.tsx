// Re-scoring of past calls: select calls, show the cost, and only then start.
import { useRef, useState } from 'preact/hooks';
import {
  CallAnalysisError,
  type Rescore,
  type RescoresCreateParams,
} from '../../../../../clients/typescript/src/browser.js';
import { write } from '../../../api/api.js';
import { paramsOf } from '../../../listing/call-filters.js';
import { Choice, Field } from '../../../parts/field.tsx';
import { Empty, faultsOf, Problem } from '../../../parts/states.tsx';
import { number, t, tn } from '../../../texts/texts.js';
import type { CardData } from '../model/card-data.js';
import { dollars } from '../try/dollars.js';
import { RescoreList } from './rescore-list.tsx';

interface Typed {
  readonly revision: string;
  readonly agent_id: string;
  readonly contact_id: string;
  readonly search: string;
  readonly livemode: string;
  readonly from: string;
  readonly until: string;
  readonly webhook_url: string;
}

const NOTHING: Typed = {
  revision: '',
  agent_id: '',
  contact_id: '',
  search: '',
  livemode: '',
  from: '',
  until: '',
  webhook_url: '',
};

interface RescoreProps {
  readonly data: CardData;
  /** Called when more calls were evaluated. */
  readonly onDone: () => void;
}

export function RescoreTab({ data, onDone }: RescoreProps) {
  const { card } = data;
  const [typed, setTyped] = useState(NOTHING);
  const [estimate, setEstimate] = useState<Rescore | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [started, setStarted] = useState<string | null>(null);
  const key = useRef(crypto.randomUUID());
  if (card.revision === null) return <Empty title={t('forms.rescore.unpublished')} />;
  const set = (part: Partial<Typed>) => {
    setTyped((before) => ({ ...before, ...part }));
    // The estimate was for other calls.
    setEstimate(null);
  };
  const send = async (dry_run: boolean) => {
    if (isBusy) return;
    setBusy(true);
    setError(null);
    try {
      const params = { ...requestOf(card.id, typed), dry_run };
      const options = dry_run ? {} : { idempotencyKey: key.current };
      const job = await write((client) => client.rescores.create(params, options));
      if (dry_run) setEstimate(job);
      else {
        setEstimate(null);
        setStarted(job.id);
      }
      key.current = crypto.randomUUID();
    } catch (refused) {
      setError(refused);
      // After a lost connection the job may have started: the same key finds it again.
      if (!(refused instanceof CallAnalysisError) || refused.status !== null) key.current = crypto.randomUUID();
    }
    setBusy(false);
  };
  return (
    <div class="form-rescore">
      <p class="soft">{t('forms.rescore.say')}</p>
      <form
        class="card"
        aria-label={t('forms.tab.rescore')}
        onSubmit={(event) => {
          event.preventDefault();
          void send(true);
        }}
      >
        <Filters data={data} typed={typed} onTyped={set} error={error} />
        {error !== null && faultsOf(error, 'webhook_url').length === 0 && <Problem error={error} />}
        <p class="form-row">
          <button type="submit" class={estimate ? 'second' : undefined} disabled={isBusy}>
            {t('forms.rescore.dry')}
          </button>
        </p>
        {estimate && <Estimate job={estimate} isBusy={isBusy} onStart={() => void send(false)} />}
      </form>
      <RescoreList cardId={card.id} started={started} onDone={onDone} />
    </div>
  );
}

/** Days as in the list of calls. */
function requestOf(scorecard_id: string, typed: Typed): RescoresCreateParams {
  const { agent_id, contact_id, search, created_after, created_before } = paramsOf({ ...typed, mode: undefined });
  const livemode = typed.livemode === '' ? undefined : typed.livemode === 'true';
  const seconds = (time: string | undefined) => (time === undefined ? undefined : Date.parse(time) / 1000);
  const filter = {
    agent_id,
    contact_id,
    search,
    livemode,
    created_after: seconds(created_after),
    created_before: seconds(created_before),
  };
  const given = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined));
  return {
    scorecard_id,
    ...(typed.revision === '' ? {} : { revision: Number(typed.revision) }),
    ...(Object.keys(given).length === 0 ? {} : { filter: given }),
    ...(typed.webhook_url === '' ? {} : { webhook_url: typed.webhook_url }),
  };
}

interface FiltersProps {
  readonly data: CardData;
  readonly typed: Typed;
  readonly onTyped: (part: Partial<Typed>) => void;
  /** Error of the service about the filters. */
  readonly error: unknown;
}

function Filters({ data, typed, onTyped, error }: FiltersProps) {
  const faults = faultsOf(error, 'webhook_url');
  const published = data.revisions.filter(({ status }) => status === 'published');
  return (
    <>
      <div class="form-row form-filters">
        <Choice
          label={t('forms.rescore.by')}
          value={typed.revision}
          choices={[
            ['', t('forms.rescore.by.inForce', { n: data.card.revision ?? 0 })],
            ...published.map(({ revision }) => [String(revision), t('forms.revision', { n: revision })] as const),
          ]}
          onValue={(revision) => onTyped({ revision })}
        />
        <Choice
          label={t('calls.mode')}
          value={typed.livemode}
          choices={[
            ['', t('calls.mode.any')],
            ['true', t('calls.mode.live')],
            ['false', t('calls.mode.test')],
          ]}
          onValue={(livemode) => onTyped({ livemode })}
        />
      </div>
      <div class="form-row form-filters">
        <Field
          label={t('calls.agent')}
          name="agent"
          value={typed.agent_id}
          maxlength={255}
          onValue={(agent_id) => onTyped({ agent_id })}
        />
        <Field
          label={t('calls.contact')}
          name="contact"
          value={typed.contact_id}
          maxlength={255}
          onValue={(contact_id) => onTyped({ contact_id })}
        />
        <Field
          label={t('calls.search')}
          name="search"
          type="search"
          value={typed.search}
          maxlength={255}
          onValue={(search) => onTyped({ search })}
        />
        <Field
          label={t('calls.from')}
          name="from"
          type="date"
          value={typed.from}
          onValue={(from) => onTyped({ from })}
        />
        <Field
          label={t('calls.until')}
          name="until"
          type="date"
          value={typed.until}
          onValue={(until) => onTyped({ until })}
        />
      </div>
      <details open={faults.length > 0}>
        <summary>{t('forms.programs')}</summary>
        <Field
          label={t('forms.rescore.webhook')}
          name="webhook"
          value={typed.webhook_url}
          maxlength={2048}
          faults={faults}
          onValue={(webhook_url) => onTyped({ webhook_url })}
        />
      </details>
    </>
  );
}

interface EstimateProps {
  readonly job: Rescore;
  readonly isBusy: boolean;
  readonly onStart: () => void;
}

function Estimate({ job: { counts, estimate }, isBusy, onStart }: EstimateProps) {
  const { calls, input_tokens, output_tokens, cost, background_cost } = estimate;
  return (
    <div class="form-estimate" role="status">
      <p>
        <strong>{tn('forms.rescore.calls', calls)}</strong>{' '}
        {counts.total > calls && <span class="soft">{tn('forms.rescore.skipped', counts.total - calls)}</span>}
      </p>
      <p class="soft">
        {t('forms.rescore.minutes')}{' '}
        {input_tokens === null
          ? t('forms.rescore.noModel')
          : `${t('forms.tokens', { input: number(input_tokens), output: number(output_tokens ?? 0) })} · ${
              cost === null ? t('forms.cost.unknown') : dollars(cost.amount_micros)
            }`}
      </p>
      {background_cost !== null && (
        <p class="soft">{t('forms.rescore.tier', { cost: dollars(background_cost.amount_micros) })}</p>
      )}
      <button type="button" disabled={isBusy || calls === 0} onClick={onStart}>
        {tn('forms.rescore.start', calls)}
      </button>
    </div>
  );
}
