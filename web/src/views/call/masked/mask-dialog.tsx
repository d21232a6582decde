import { useState } from 'preact/hooks';
import type { Analysis, RedactionPreset } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { Dialog } from '../../../parts/dialog.tsx';
import { MASK_PRESETS } from '../../../parts/mask-presets.js';
import { Problem } from '../../../parts/states.tsx';
import { t } from '../../../texts/texts.js';

interface MaskDialogProps {
  readonly analysis: Analysis;
  readonly onClose: () => void;
  /** The call is being masked from now on. */
  readonly onMasked: () => void;
}

export function MaskDialog({ analysis, onClose, onMasked }: MaskDialogProps) {
  const [preset, setPreset] = useState<RedactionPreset>('pci');
  const [isNothingNew, setNothingNew] = useState(false);
  const { run, isBusy, error } = useAct();
  return (
    <Dialog title={t('redaction.act.title')} onClose={onClose}>
      <p>{t('redaction.act.say')}</p>
      <div class="redaction-choices">
        {MASK_PRESETS.map((one) => (
          <label class="check" key={one}>
            <input
              type="radio"
              name="mask-preset"
              checked={one === preset}
              onChange={() => {
                setPreset(one);
                setNothingNew(false);
              }}
            />
            <span>{t(`redaction.preset.${one}`)}</span>
          </label>
        ))}
      </div>
      <p role="status">{isNothingNew && t('redaction.act.none')}</p>
      {error !== null && <Problem error={error} />}
      <div class="dialog-acts">
        <button type="button" class="second" onClick={onClose}>
          {t('redaction.act.cancel')}
        </button>
        <button
          type="button"
          class="danger"
          disabled={isBusy}
          onClick={() =>
            void run({ mask: preset }, async (client, once) => {
              const { redaction } = await client.analyses.redact(analysis.id, { preset }, once);
              if (redaction.status === 'processing') {
                onClose();
                onMasked();
              } else setNothingNew(true);
            })
          }
        >
          {t('redaction.act.do')}
        </button>
      </div>
    </Dialog>
  );
}
