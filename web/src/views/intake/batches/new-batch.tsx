import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { BatchesCreateParams } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { Field } from '../../../parts/field.tsx';
import { faultsOf, isBeside, Problem } from '../../../parts/states.tsx';
import { number, t } from '../../../texts/texts.js';
import { Choices, Select } from '../choices.tsx';
import { LinesField, type LinesText } from './lines-field.tsx';
import { isUnreadable, MAX_PIECES, piecesOf, readLines } from './lines-of-text.js';

interface NewBatchProps {
  /** Lines to start with. */
  readonly text?: string;
  /** Called with the ids of the created batches; a long file makes several. */
  readonly onSent: (ids: readonly string[]) => void;
  /** Null when there is no page to go back to. */
  readonly onCancel: (() => void) | null;
}

interface Typed {
  readonly from: 'file' | 'address';
  readonly manifestUrl: string;
  readonly format: 'csv' | 'jsonl';
  readonly agent: string;
  readonly contact: string;
  readonly language: string;
  readonly quota: 'wait' | 'fail';
  readonly webhookUrl: string;
}

const FIELDS = ['manifest_url', 'webhook_url', 'agent_id', 'contact_id', 'language'] as const;
const NOTHING: LinesText = { text: '', fileName: null, isUndecodable: false };

export function NewBatch({ text = '', onSent, onCancel }: NewBatchProps) {
  const [lines, setLines] = useState<LinesText>({ ...NOTHING, text });
  const [typed, setTyped] = useState<Typed>({
    from: 'file',
    manifestUrl: '',
    format: 'csv',
    agent: '',
    contact: '',
    language: '',
    quota: 'wait',
    webhookUrl: '',
  });
  const set = (part: Partial<Typed>) => setTyped((before) => ({ ...before, ...part }));
  const { error, isBusy, run } = useAct();
  const form = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    if (onCancel !== null) form.current?.querySelector<HTMLElement>('input:checked')?.focus();
  }, []);
  const read = useMemo(() => readLines(lines.text), [lines.text]);
  const pieces = useMemo(() => (isUnreadable(read) ? [] : piecesOf(read.items)), [read]);
  const sent = useRef<string[]>([]);
  const [sentCount, setSentCount] = useState(0);
  const isFile = typed.from === 'file';
  const isReady = isFile ? pieces.length > 0 && pieces.length <= MAX_PIECES && !lines.isUndecodable : true;
  const change = (next: LinesText) => {
    sent.current = [];
    setSentCount(0);
    setLines(next);
  };
  /** Sends the pieces. After a fault, it continues with the pieces that have no batch yet. */
  const send = async () => {
    const shared = sharedOf(typed);
    const wanted: BatchesCreateParams[] = isFile
      ? pieces.map((items) => ({ ...shared, items: items as BatchesCreateParams['items'] }) as BatchesCreateParams)
      : [{ ...shared, manifest_url: typed.manifestUrl.trim(), format: typed.format }];
    for (const [at, params] of wanted.entries()) {
      if (at < sent.current.length) continue;
      const isDone = await run({ at, params }, async (client, once) => {
        const { id } = await client.batches.create(params, once);
        sent.current.push(id);
      });
      setSentCount(sent.current.length);
      if (!isDone) return;
    }
    onSent(sent.current);
  };
  return (
    <form
      ref={form}
      class="make-key"
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) void send();
      }}
    >
      <Choices
        legend={t('batches.from')}
        name="from"
        value={typed.from}
        choices={(['file', 'address'] as const).map((one) => [
          one,
          t(`batches.from.${one}`),
          t(`batches.fromMeans.${one}`),
        ])}
        onValue={(from) => set({ from })}
      />
      {isFile ? (
        <LinesField lines={lines} read={read} pieces={pieces.length} onLines={change} />
      ) : (
        <div class="fields">
          <Field
            label={t('batches.manifest')}
            name="manifest_url"
            required
            maxlength={2048}
            value={typed.manifestUrl}
            onValue={(manifestUrl) => set({ manifestUrl })}
            faults={faultsOf(error, 'manifest_url')}
          />
          <Select
            label={t('batches.format')}
            value={typed.format}
            choices={[
              ['csv', 'CSV'],
              ['jsonl', t('exports.format.jsonl')],
            ]}
            onValue={(format) => set({ format })}
          />
        </div>
      )}
      <Defaults typed={typed} onTyped={set} error={error} />
      <Choices
        legend={t('batches.quota')}
        name="quota"
        value={typed.quota}
        choices={(['wait', 'fail'] as const).map((one) => [
          one,
          t(`batches.quota.${one}`),
          t(`batches.quotaMeans.${one}`),
        ])}
        onValue={(quota) => set({ quota })}
      />
      <Field
        label={t('batches.webhook')}
        name="webhook_url"
        maxlength={2048}
        value={typed.webhookUrl}
        onValue={(webhookUrl) => set({ webhookUrl })}
        faults={faultsOf(error, 'webhook_url')}
      />
      {error !== null && !isBeside(error, FIELDS) && <Problem error={error} />}
      <div class="acts">
        <button type="submit" disabled={isBusy || !isReady}>
          {t('batches.do')}
        </button>
        {onCancel && (
          <button type="button" class="second" onClick={onCancel}>
            {t('developers.cancel')}
          </button>
        )}
        <span role="status">
          {pieces.length > 1 &&
            sentCount > 0 &&
            t('batches.sent', { n: number(sentCount), total: number(pieces.length) })}
        </span>
      </div>
    </form>
  );
}

function sharedOf({ agent, contact, language, quota, webhookUrl }: Typed) {
  const defaults = {
    ...(agent.trim() !== '' && { agent_id: agent.trim() }),
    ...(contact.trim() !== '' && { contact_id: contact.trim() }),
    ...(language.trim() !== '' && { language: language.trim() }),
  };
  return {
    on_quota: quota,
    ...(Object.keys(defaults).length > 0 && { defaults }),
    ...(webhookUrl.trim() !== '' && { webhook_url: webhookUrl.trim() }),
  };
}

interface DefaultsProps {
  readonly typed: Typed;
  readonly onTyped: (part: Partial<Typed>) => void;
  readonly error: unknown;
}

function Defaults({ typed, onTyped, error }: DefaultsProps) {
  return (
    <details class="endpoint-which">
      <summary>{t('batches.defaults')}</summary>
      <div class="fields">
        <Field
          label={t('calls.agent')}
          name="agent_id"
          autocomplete="off"
          maxlength={255}
          value={typed.agent}
          onValue={(agent) => onTyped({ agent })}
          faults={faultsOf(error, 'agent_id')}
        />
        <Field
          label={t('calls.contact')}
          name="contact_id"
          autocomplete="off"
          maxlength={255}
          value={typed.contact}
          onValue={(contact) => onTyped({ contact })}
          faults={faultsOf(error, 'contact_id')}
        />
        <Field
          label={t('intake.language')}
          name="language"
          autocomplete="off"
          maxlength={10}
          value={typed.language}
          onValue={(language) => onTyped({ language })}
          faults={faultsOf(error, 'language')}
        />
      </div>
    </details>
  );
}
