import { useState } from 'preact/hooks';
import { useResource } from '../../api/use-resource.js';
import { language } from '../../page/preferences.js';
import { Choice, Field } from '../../parts/field.tsx';
import { MASK_PRESETS } from '../../parts/mask-presets.js';
import { Loading, Problem } from '../../parts/states.tsx';
import { to } from '../../routing/router.js';
import { keepPattern } from '../../sending/kept-pattern.js';
import { MAX_PARTY, MAX_PATTERN } from '../../sending/name-pattern.js';
import { patternFault, type Shared, shared } from '../../sending/outbox.js';
import { t } from '../../texts/texts.js';

/** Languages of calls, ISO 639-1. */
const LANGUAGES =
  'ar bg bn ca cs da de el en es et fi fr he hi hr hu id it ja ko lt lv ms nl no pl pt ro ru sk sl sr sv ta th tl tr uk ur vi zh';
/** Limits of the API. */
const MAX_FORMS = 5;
const MAX_URL = 2_048;

const set = (by: Partial<Shared>) => (shared.value = { ...shared.value, ...by });

/** Fields that apply to every file. */
export function SharedFields() {
  const { from, pattern, agent, contact, language: spoken } = shared.value;
  const fault = patternFault.value;
  return (
    <section class="send-shared" aria-label={t('send.shared')}>
      <fieldset class="segments">
        <legend class="send-name">{t('send.from')}</legend>
        {(['name', 'all'] as const).map((one) => (
          <button key={one} type="button" class="tab" aria-pressed={from === one} onClick={() => set({ from: one })}>
            {t(`send.from.${one}`)}
          </button>
        ))}
      </fieldset>
      {from === 'name' ? (
        <div class="send-pattern">
          <Field
            label={t('send.pattern')}
            name="pattern"
            value={pattern}
            maxlength={MAX_PATTERN}
            autocomplete="off"
            faults={fault === null ? [] : [t(`send.pattern.${fault}`)]}
            onValue={(next) => {
              set({ pattern: next });
              keepPattern(next);
            }}
          />
          <p class="soft small send-hint">{t('send.pattern.say')}</p>
        </div>
      ) : (
        <>
          <Field
            label={t('calls.agent')}
            name="agent"
            value={agent}
            maxlength={MAX_PARTY}
            autocomplete="off"
            onValue={(next) => set({ agent: next })}
          />
          <Field
            label={t('calls.contact')}
            name="contact"
            value={contact}
            maxlength={MAX_PARTY}
            autocomplete="off"
            onValue={(next) => set({ contact: next })}
          />
        </>
      )}
      <div class="field">
        <span class="send-name" aria-hidden="true">
          {t('send.language')}
        </span>
        <Choice
          label={t('send.language')}
          value={spoken}
          choices={[['', t('send.language.heard')], ...languages()]}
          onValue={(next) => set({ language: next })}
        />
      </div>
      <More />
    </section>
  );
}

/** Languages sorted by their names in the console's language. */
function languages(): readonly (readonly [string, string])[] {
  const names = new Intl.DisplayNames(language.value, { type: 'language' });
  return LANGUAGES.split(' ')
    .map((code): [string, string] => [code, names.of(code) ?? code])
    .sort(([, one], [, other]) => one.localeCompare(other, language.value));
}

function More() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="send-more" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('send.more')}</summary>
      {isOpen && (
        <>
          <Forms />
          <Mask />
          <Field
            label={t('send.webhook')}
            name="webhook"
            value={shared.value.webhook}
            maxlength={MAX_URL}
            autocomplete="off"
            onValue={(webhook) => set({ webhook })}
          />
        </>
      )}
    </details>
  );
}

function Mask() {
  const { redact } = shared.value;
  return (
    <div class="field">
      <span class="send-name" aria-hidden="true">
        {t('redaction.send')}
      </span>
      <Choice
        label={t('redaction.send')}
        value={redact}
        choices={[
          ['', t('redaction.send.account')],
          ...MASK_PRESETS.map((one) => [one, t(`redaction.preset.${one}`)] as const),
        ]}
        onValue={(redact) => set({ redact })}
      />
    </div>
  );
}

function Forms() {
  const forms = useResource('send-forms', async (client, signal) => client.scorecards.list({ limit: 100 }, { signal }));
  const chosen = shared.value.scorecards;
  const known = forms.value?.items.filter(
    ({ revision, archived, livemode }) => revision !== null && !archived && livemode,
  );
  const toggle = (id: string, isChosen: boolean) =>
    set({ scorecards: isChosen ? [...chosen, id] : chosen.filter((other) => other !== id) });
  return (
    <fieldset class="send-forms">
      <legend>{t('send.forms')}</legend>
      {forms.error !== null && <Problem error={forms.error} onAgain={forms.reload} />}
      {forms.value === null && forms.error === null && <Loading lines={1} />}
      {known?.length === 0 && (
        <p class="soft">
          {t('send.forms.none')} <a href={to('/forms')}>{t('send.forms.write')}</a>
        </p>
      )}
      {known && known.length > 0 && (
        <>
          {known.map(({ id, name, default: isDefault }) => (
            <label class="check" key={id}>
              <input
                type="checkbox"
                checked={chosen.includes(id)}
                disabled={chosen.length >= MAX_FORMS && !chosen.includes(id)}
                onChange={(event) => toggle(id, event.currentTarget.checked)}
              />
              <span dir="auto">{name}</span>
              {isDefault && <span class="tag">{t('send.forms.default')}</span>}
            </label>
          ))}
          <p class="soft small">{t('send.forms.say', { n: MAX_FORMS })}</p>
        </>
      )}
    </fieldset>
  );
}
