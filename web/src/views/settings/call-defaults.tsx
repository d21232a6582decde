import { useState } from 'preact/hooks';
import type { User } from '../../../../clients/typescript/src/browser.js';
import { useAct } from '../../api/use-act.js';
import { language } from '../../page/preferences.js';
import { Saved } from '../../parts/saved.tsx';
import { Section } from '../../parts/section.tsx';
import { Problem } from '../../parts/states.tsx';
import { LANGUAGES } from '../../texts/languages.js';
import { t } from '../../texts/texts.js';

export interface OfUser {
  readonly user: User;
  readonly onUser: (user: User) => void;
}

/** Default values for calls that do not set their own. */
export function CallDefaults({ user, onUser }: OfUser) {
  const [channel, setChannel] = useState(user.agent_channel);
  const [output, setOutput] = useState(user.output_language);
  const [isSaved, setSaved] = useState(false);
  const { error, isBusy, run } = useAct();
  return (
    <Section title={t('settings.defaults')}>
      <p class="soft">{t('settings.defaults.say')}</p>
      <form
        onInput={() => setSaved(false)}
        onSubmit={(event) => {
          event.preventDefault();
          const changes = { agent_channel: channel, output_language: output };
          void run(changes, async (client) => {
            onUser(await client.users.update(changes));
            setSaved(true);
          });
        }}
      >
        <div class="fields">
          <div class="field">
            <label for="agent-channel">{t('settings.channel')}</label>
            <select
              id="agent-channel"
              value={channel === null ? '' : String(channel)}
              onChange={({ currentTarget: { value } }) => setChannel(value === '' ? null : Number(value))}
            >
              <option value="">{t('settings.channel.told')}</option>
              <option value="0">{t('settings.channel.left')}</option>
              <option value="1">{t('settings.channel.right')}</option>
            </select>
          </div>
          <div class="field">
            <label for="output-language">{t('settings.output')}</label>
            <select
              id="output-language"
              value={output ?? ''}
              onChange={({ currentTarget: { value } }) => setOutput(value === '' ? null : value)}
            >
              <option value="">{t('settings.output.call')}</option>
              {languagesWith(output).map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        </div>
        {error !== null && <Problem error={error} />}
        <div class="acts">
          <button type="submit" class="second" disabled={isBusy}>
            {t('settings.save')}
          </button>
          <Saved is={isSaved} />
        </div>
      </form>
    </Section>
  );
}

/** Languages sorted by their names in the console's language, including the one that is set already. */
function languagesWith(present: string | null): readonly (readonly [code: string, name: string])[] {
  const names = new Intl.DisplayNames(language.value, { type: 'language' });
  const codes = present === null || LANGUAGES.includes(present) ? LANGUAGES : [...LANGUAGES, present];
  return codes
    .map((code) => [code, names.of(code) ?? code] as const)
    .sort(([, one], [, other]) => one.localeCompare(other, language.value));
}
