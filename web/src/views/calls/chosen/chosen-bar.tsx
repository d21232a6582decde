// What can be done with the selected calls.
import { useState } from 'preact/hooks';
import type { RedactionPreset } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { deleteCall, ManyDialog } from '../../../listing/many/many-dialog.tsx';
import { language } from '../../../page/preferences.js';
import { Choice } from '../../../parts/field.tsx';
import { MASK_PRESETS } from '../../../parts/mask-presets.js';
import { Problem } from '../../../parts/states.tsx';
import { go, to } from '../../../routing/router.js';
import { may } from '../../../session/member.js';
import { t, timeZone, tn } from '../../../texts/texts.js';
import { paramsOfFormat } from '../../exports/columns.js';
import type { Chosen } from './use-chosen.js';

/** Ids of more calls would make an address that servers refuse after a reload. */
const MAX_HELD = 100;

type Act = 'retry' | 'mask' | 'delete';

interface ChosenBarProps {
  readonly chosen: Chosen;
  readonly listed: number;
  readonly onChanged: () => void;
}

export function ChosenBar({ chosen, listed, onChanged }: ChosenBarProps) {
  const [asked, setAsked] = useState<Act | null>(null);
  const [preset, setPreset] = useState<RedactionPreset>('pci');
  const making = useAct();
  const { calls } = chosen;
  if (calls.length === 0) return null;
  const failed = calls.filter((call) => call.status === 'failed' && call.metadata.retryable);
  const completed = calls.filter(({ status }) => status === 'completed');
  /** An export is of one mode: calls of two modes are two files. */
  const makeExports = () =>
    making.run(calls, async (client, { idempotencyKey: key }) => {
      for (const livemode of [true, false]) {
        const ids = calls.filter((call) => call.livemode === livemode).map(({ id }) => id);
        if (ids.length === 0) continue;
        const excel = paramsOfFormat('excel', language.value, timeZone());
        const once = { idempotencyKey: key && `${key}-${livemode}` };
        await client.exports.create({ of: 'analyses', ...excel, filter: { ids, livemode } }, once);
      }
      go(to('/calls/exports'));
    });
  const close = (done: readonly string[]) => {
    setAsked(null);
    if (done.length === 0) return;
    chosen.drop(done);
    onChanged();
  };
  const act = (name: Act, text: string) => (
    <button type="button" class="second" onClick={() => setAsked(name)}>
      {text}
    </button>
  );
  return (
    <section class="chosen-bar" aria-label={t('many.bar')}>
      <strong role="status">{tn('many.chosen', calls.length)}</strong>
      {failed.length > 0 && act('retry', tn('many.retry', failed.length))}
      {completed.length > 0 && act('mask', tn('many.mask', completed.length))}
      <button type="button" class="second" disabled={making.isBusy} onClick={() => void makeExports()}>
        {t('many.export')}
      </button>
      {may('createHold') && calls.length <= MAX_HELD && (
        <button
          type="button"
          class="second"
          onClick={() => go(to('/settings/data/holds', { new: 'ids', ids: calls.map(({ id }) => id).join() }))}
        >
          {t('many.hold')}
        </button>
      )}
      {act('delete', t('many.delete'))}
      {calls.length < listed && (
        <button type="button" class="link" onClick={chosen.chooseAll}>
          {t('many.all', { n: listed })}
        </button>
      )}
      <button type="button" class="link" onClick={chosen.clear}>
        {t('many.clear')}
      </button>
      {asked === 'retry' && (
        <ManyDialog
          title={tn('many.retry', failed.length)}
          does={t('acts.retry')}
          calls={failed}
          act={(client, id) => client.analyses.retry(id)}
          onClose={close}
        >
          <p>{t('many.retry.say')}</p>
        </ManyDialog>
      )}
      {asked === 'mask' && (
        <ManyDialog
          title={tn('many.mask', completed.length)}
          does={t('redaction.act.do')}
          calls={completed}
          act={(client, id) => client.analyses.redact(id, { preset })}
          onClose={close}
        >
          <p>{t('redaction.act.say')}</p>
          <Choice
            label={t('redaction.jobs.what')}
            value={preset}
            choices={MASK_PRESETS.map((one) => [one, t(`redaction.preset.${one}`)])}
            onValue={setPreset}
          />
        </ManyDialog>
      )}
      {making.error !== null && <Problem error={making.error} />}
      {asked === 'delete' && (
        <ManyDialog
          title={tn('many.delete.do', calls.length)}
          does={tn('many.delete.do', calls.length)}
          calls={calls}
          act={deleteCall}
          onClose={close}
        >
          <p>{t('many.delete.rest')}</p>
        </ManyDialog>
      )}
    </section>
  );
}
