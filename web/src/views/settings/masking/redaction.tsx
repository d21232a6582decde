import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { RedactionSettings } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { useResource } from '../../../api/use-resource.js';
import { MASK_PRESETS } from '../../../parts/mask-presets.js';
import { Saved } from '../../../parts/saved.tsx';
import { Section } from '../../../parts/section.tsx';
import { Loading, Problem } from '../../../parts/states.tsx';
import { may } from '../../../session/member.js';
import { t } from '../../../texts/texts.js';
import { CustomTypes } from './custom-types.tsx';
import { COUNTRIES, type Draft, draftOf, paramsOf, TYPES, withPreset } from './redaction-form.js';
import { StoredCalls } from './stored-calls.tsx';

export function RedactionPage() {
  const settings = useResource('redaction-settings', (client, signal) => client.settings.redaction({ signal }));
  const { value, error, reload } = settings;
  if (value === null) return error === null ? <Loading lines={12} /> : <Problem error={error} onAgain={reload} />;
  return (
    <>
      {error !== null && <Problem error={error} onAgain={reload} />}
      <Form settings={value} />
      <StoredCalls />
    </>
  );
}

function Form({ settings }: { readonly settings: RedactionSettings }) {
  const [draft, setDraft] = useState(() => draftOf(settings));
  const [isSaved, setSaved] = useState(false);
  const { error, isBusy, run } = useAct();
  const set = (by: Partial<Draft>) => {
    setSaved(false);
    setDraft((before) => ({ ...before, ...by }));
  };
  const isOn = draft.mode !== 'off';
  const mayChange = may('updateRedactionSettings');
  return (
    <Section title={t('redaction.heading')}>
      <p>{t('redaction.say')}</p>
      <p class="soft small">{t('redaction.limit')}</p>
      {!mayChange && <p class="notice">{t('members.adminsChange')}</p>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const params = paramsOf(draft);
          void run(params, async (client) => {
            setDraft(draftOf(await client.settings.updateRedaction(params)));
            setSaved(true);
          });
        }}
      >
        <fieldset class="redaction-form" disabled={!mayChange}>
          <div class="redaction-presets">
            <span class="field-name">{t('redaction.preset')}</span>
            {(['off', ...MASK_PRESETS] as const).map((preset) => (
              <button key={preset} type="button" class="second" onClick={() => set(withPreset(draft, preset))}>
                {t(`redaction.preset.${preset}`)}
              </button>
            ))}
          </div>
          <OneOf
            name="mode"
            legend={t('redaction.mode')}
            value={draft.mode}
            choices={(['off', 'text', 'text_and_audio'] as const).map((one) => [one, t(`redaction.mode.${one}`)])}
            onValue={(mode) => set({ mode })}
          />
          {isOn && (
            <>
              <SomeOf
                legend={t('redaction.types')}
                value={draft.types}
                choices={TYPES.map((one) => [one, t(`redaction.type.${one}`)])}
                onValue={(types) => set({ types })}
              />
              <SomeOf
                legend={t('redaction.countries')}
                value={draft.countries}
                choices={COUNTRIES.map((one) => [one, t(`redaction.country.${one}`)])}
                onValue={(countries) => set({ countries })}
              />
              <CustomTypes custom={draft.custom} error={error} onCustom={(custom) => set({ custom })} />
              <OneOf
                name="replacement"
                legend={t('redaction.replacement')}
                value={draft.replacement}
                choices={(['label', 'mask'] as const).map((one) => [one, t(`redaction.replacement.${one}`)])}
                onValue={(replacement) => set({ replacement })}
              />
            </>
          )}
          {draft.mode === 'text_and_audio' && (
            <>
              <OneOf
                name="audio"
                legend={t('redaction.audio')}
                value={draft.audio}
                choices={(['tone', 'silence'] as const).map((one) => [one, t(`redaction.audio.${one}`)])}
                onValue={(audio) => set({ audio })}
              />
              <OneOf
                name="original"
                legend={t('redaction.original')}
                value={draft.original}
                choices={(['keep', 'delete'] as const).map((one) => [one, t(`redaction.original.${one}`)])}
                onValue={(original) => set({ original })}
              />
            </>
          )}
          {error !== null && <Problem error={error} />}
          {mayChange && (
            <div class="acts">
              <button type="submit" disabled={isBusy}>
                {t('redaction.save')}
              </button>
              <Saved is={isSaved} />
              <span class="soft small">{t('redaction.newCalls')}</span>
            </div>
          )}
        </fieldset>
      </form>
    </Section>
  );
}

interface GroupProps<Value extends string> {
  readonly legend: string;
  readonly choices: readonly (readonly [value: Value, name: string])[];
}

interface OneOfProps<Value extends string> extends GroupProps<Value> {
  readonly name: string;
  readonly value: Value;
  readonly onValue: (value: Value) => void;
}

function OneOf<Value extends string>({ name, legend, value, choices, onValue }: OneOfProps<Value>) {
  return (
    <Group legend={legend}>
      {choices.map(([one, label]) => (
        <label class="check" key={one}>
          <input type="radio" name={name} value={one} checked={one === value} onChange={() => onValue(one)} />
          <span>{label}</span>
        </label>
      ))}
    </Group>
  );
}

interface SomeOfProps<Value extends string> extends GroupProps<Value> {
  readonly value: readonly Value[];
  readonly onValue: (value: readonly Value[]) => void;
}

function SomeOf<Value extends string>({ legend, value, choices, onValue }: SomeOfProps<Value>) {
  const toggle = (one: Value, isIn: boolean) =>
    onValue(choices.map(([other]) => other).filter((other) => (other === one ? isIn : value.includes(other))));
  return (
    <Group legend={legend}>
      {choices.map(([one, label]) => (
        <label class="check" key={one}>
          <input
            type="checkbox"
            checked={value.includes(one)}
            onChange={(event) => toggle(one, event.currentTarget.checked)}
          />
          <span>{label}</span>
        </label>
      ))}
    </Group>
  );
}

const Group = ({ legend, children }: { readonly legend: string; readonly children: ComponentChildren }) => (
  <fieldset class="redaction-group">
    <legend class="field-name">{legend}</legend>
    <div class="redaction-choices">{children}</div>
  </fieldset>
);
