import { useState } from 'preact/hooks';
import type { Source } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { useResource } from '../../../api/use-resource.js';
import { ObjectPage } from '../../../parts/object-page.tsx';
import { Section } from '../../../parts/section.tsx';
import { Problem } from '../../../parts/states.tsx';
import { usePolling } from '../../../parts/use-polling.js';
import { t } from '../../../texts/texts.js';
import { Callback } from './callback.tsx';
import { DeleteSource } from './delete-source.tsx';
import { Rescan } from './rescan.tsx';
import { SourceFacts } from './source-facts.tsx';
import { SourceForm } from './source-form.tsx';
import { SourceItems } from './source-items.tsx';
import { SourceCounts, SourceStory, SourceTag } from './source-state.tsx';
import { SourceTest } from './source-test.tsx';

const POLL_MS = 5_000;

export function SourcePage({ id }: { readonly id: string }) {
  const source = useResource(`source ${id}`, (client, signal) => client.sources.get(id, { signal }));
  const { value: found, change, reload } = source;
  usePolling(found?.status === 'paused' ? null : POLL_MS, reload);
  const saved = (next: Source) => change(() => next);
  const isBucket = found?.kind !== 'twilio';
  return (
    <ObjectPage
      list={['/intake/sources', t('intake.sources')]}
      read={source}
      head={({ name, livemode }) => ({ title: name, livemode })}
    >
      {(shown) => (
        <>
          <Standing source={shown} onChanged={saved} />
          {!isBucket && <Callback source={shown} />}
          {isBucket && <SourceTest key={JSON.stringify([shown.naming, shown.prefix])} source={shown} />}
          <SourceItems source={shown} />
          <Settings source={shown} onSaved={saved} />
          {isBucket && <Rescan source={shown} onBegun={saved} />}
          <DeleteSource source={shown} />
        </>
      )}
    </ObjectPage>
  );
}

interface OfSource {
  readonly source: Source;
}

function Standing({ source, onChanged }: OfSource & { readonly onChanged: (source: Source) => void }) {
  const { id, kind, status, counts } = source;
  const { error, isBusy, run } = useAct();
  const act = (name: 'pause' | 'resume') =>
    run(`${name} ${id}`, async (client, once) => onChanged(await client.sources[name](id, once)));
  return (
    <Section title={t('sources.standing')} act={<SourceTag source={source} />}>
      <SourceCounts counts={counts} path={`/intake/sources/${id}`} />
      <SourceStory source={source} />
      {error !== null && <Problem error={error} />}
      <div class="acts">
        {status === 'paused' ? (
          <button type="button" disabled={isBusy} onClick={() => void act('resume')}>
            {t('sources.resume')}
          </button>
        ) : (
          <>
            {kind !== 'twilio' && (
              <button type="button" class="second" disabled={isBusy} onClick={() => void act('resume')}>
                {t('sources.tryNow')}
              </button>
            )}
            <button type="button" class="second" disabled={isBusy} onClick={() => void act('pause')}>
              {t('sources.pause')}
            </button>
          </>
        )}
      </div>
    </Section>
  );
}

function Settings({ source, onSaved }: OfSource & { readonly onSaved: (source: Source) => void }) {
  const [isEditing, setEditing] = useState(false);
  return (
    <Section
      title={t('sources.settings')}
      act={
        !isEditing && (
          <button type="button" class="second" onClick={() => setEditing(true)}>
            {t('sources.edit')}
          </button>
        )
      }
    >
      {isEditing ? (
        <SourceForm
          source={source}
          onSaved={(next) => {
            setEditing(false);
            onSaved(next);
          }}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <SourceFacts source={source} />
      )}
    </Section>
  );
}
