import { useState } from 'preact/hooks';
import { Section } from '../../parts/section.tsx';
import { Copy } from '../../parts/states.tsx';
import { SERVICE_URL } from '../../routing/router.js';
import { t } from '../../texts/texts.js';
import { environmentOf, PROGRAMS, type ProgramLanguage, sourceOf } from './first-request.js';
import { freshKey } from './fresh-key.tsx';

/** Code of a first request, with this server's URL, and with the new key while it is shown. */
export function FirstRequest() {
  const [language, setLanguage] = useState<ProgramLanguage>('curl');
  const fresh = freshKey();
  const isTest = fresh?.isTest ?? true;
  const program = PROGRAMS.find((one) => one.language === language);
  if (!program) return null;
  const { library, file, command } = program;
  return (
    <Section
      title={t('developers.first')}
      act={
        <fieldset class="tabs">
          <legend class="unseen">{t('developers.language')}</legend>
          {PROGRAMS.map((one) => (
            <button
              key={one.language}
              type="button"
              class="tab"
              aria-pressed={one.language === language}
              onClick={() => setLanguage(one.language)}
            >
              {one.language}
            </button>
          ))}
        </fieldset>
      }
    >
      <p class="soft">{t(isTest ? 'developers.first.test' : 'developers.first.live')}</p>
      <Code
        title={t(fresh ? 'developers.first.environment' : 'developers.first.environmentOf')}
        text={environmentOf({ url: SERVICE_URL, key: fresh?.key ?? null, isTest })}
      />
      <Code
        title={file === null ? t('developers.first.command') : t('developers.first.save', { file })}
        text={sourceOf(program, isTest)}
      />
      {command !== null && <Code title={t('developers.first.run')} text={command} />}
      {library !== null && (
        <p class="soft small section-foot">{t('developers.first.install', { folder: `clients/${library}` })}</p>
      )}
    </Section>
  );
}

function Code({ title, text }: { readonly title: string; readonly text: string }) {
  return (
    <figure class="code">
      <figcaption>
        {title} <Copy text={text} what={title} />
      </figcaption>
      <pre>
        <code>{text.trimEnd()}</code>
      </pre>
    </figure>
  );
}
