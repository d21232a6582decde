// Bar above the transcript: correct, quote, and the version that is shown.
import { useComputed } from '@preact/signals';
import type { Correction } from '../../../../../clients/typescript/src/browser.js';
import { Choice } from '../../../parts/field.tsx';
import { useKeys } from '../../../parts/keys.js';
import { whoIs } from '../../../people/who.js';
import { moment, t } from '../../../texts/texts.js';
import type { Deciding } from '../draft/deciding.js';
import type { Role } from '../draft/draft.js';
import type { Segment } from '../listen/turn.tsx';
import { speakerName } from '../speaker-name.js';

interface CorrectBarProps {
  /** Null when the person may not correct, and for an earlier version. */
  readonly deciding: Deciding | null;
  readonly segments: readonly Segment[];
}

export function CorrectBar({ deciding, segments }: CorrectBarProps) {
  const toggle = () => {
    if (deciding) deciding.isCorrecting.value = !deciding.isCorrecting.value;
  };
  useKeys(deciding && segments.length > 0 ? { c: toggle } : {});
  if (!deciding || segments.length === 0) return null;
  const isOpen = deciding.isCorrecting.value;
  return (
    <>
      <button type="button" class="second correct-button" aria-pressed={isOpen} onClick={toggle}>
        {t('decide.correct')} <kbd class="not-small">c</kbd>
      </button>
      {isOpen && <Roles deciding={deciding} segments={segments} />}
    </>
  );
}

function Roles({ deciding, segments }: { readonly deciding: Deciding; readonly segments: readonly Segment[] }) {
  const { swapRoles, speakers, sending } = useComputed(() => deciding.draft.value).value;
  const unnamed = [...new Set(segments.map(({ speaker }) => speaker))]
    .filter((speaker) => speaker !== 'agent' && speaker !== 'customer')
    .sort();
  if (sending?.correction) return <p class="notice">{t('decide.correct.sent')}</p>;
  const name = (label: string, role: string) =>
    deciding.correct((draft) => {
      const { [label]: _, ...others } = draft.speakers;
      return { ...draft, speakers: role === '' ? others : { ...others, [label]: role as Role } };
    });
  return (
    <div class="roles">
      <label>
        <input
          type="checkbox"
          checked={swapRoles}
          onChange={(event) => {
            const { checked } = event.currentTarget;
            deciding.correct((draft) => ({ ...draft, swapRoles: checked }));
          }}
        />{' '}
        {t('decide.swap')}
      </label>
      {unnamed.map((label) => (
        <span key={label}>
          {speakerName(label)}{' '}
          <Choice
            label={t('decide.who', { speaker: speakerName(label) })}
            value={speakers[label] ?? ''}
            choices={[
              ['', t('decide.who.unknown')],
              ['agent', t('call.speaker.agent')],
              ['customer', t('call.speaker.customer')],
            ]}
            onValue={(role) => name(label, role)}
          />
        </span>
      ))}
    </div>
  );
}

/** Bar that shows what quotations are picked for. */
export function PickBar({ deciding }: { readonly deciding: Deciding }) {
  const target = deciding.picking.value;
  useKeys(target ? { Escape: () => (deciding.picking.value = null) } : {});
  if (!target) return null;
  return (
    <div class="notice pick-bar" role="status">
      <span dir="auto">
        {t('decide.quote.say', { what: target.title })}
        {target.fault && <strong> {t(`decide.fault.${target.fault}`)}</strong>}
      </span>
      <button type="button" class="second" onClick={() => (deciding.picking.value = null)}>
        {t('decide.quote.done')}
      </button>
    </div>
  );
}

interface VersionsProps {
  readonly present: number;
  readonly shown: number;
  readonly corrections: readonly Correction[];
  readonly onShow: (version: number) => void;
}

/** Shows that there are earlier versions, and which one is displayed. */
export function Versions({ present, shown, corrections, onShow }: VersionsProps) {
  if (present <= 1) return null;
  const made = new Map(
    corrections.filter(({ status }) => status === 'completed').map((one) => [one.transcript_version, one]),
  );
  const nameOf = (version: number): string => {
    const correction = made.get(version);
    if (version === 1) return t('decide.version.first');
    if (!correction) return t('decide.version', { n: version });
    return t('decide.version.by', { n: version, who: whoIs(correction.reviewer_id), when: moment(correction.created) });
  };
  return (
    <div class="versions">
      <Choice
        label={t('decide.version.shown')}
        value={String(shown)}
        choices={Array.from({ length: present }, (_, at) => [String(present - at), nameOf(present - at)] as const)}
        onValue={(version) => onShow(Number(version))}
      />
    </div>
  );
}
