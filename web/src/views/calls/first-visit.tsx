// What stands where there is no call yet: three ways to the first one.
import { useRef, useState } from 'preact/hooks';
import { ChooseFiles } from '../../parts/files/choose-files.tsx';
import { Copy, Empty, Problem } from '../../parts/states.tsx';
import { showsTest } from '../../routing/mode.js';
import { go, SERVICE_URL, to } from '../../routing/router.js';
import { newKey } from '../../sending/outbox.js';
import { playScenario, SAMPLE, SAMPLE_PARTIES } from '../../sending/play-scenario.js';
import { t } from '../../texts/texts.js';

const CURL = `curl ${SERVICE_URL}/api/v1/analysis -H "Authorization: Bearer $API_KEY" \\
  -F agent_id=agent-7 -F contact_id=cust-42 -F audio_file=@call.mp3`;

export function FirstVisit({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  return (
    <Empty title={t('calls.empty')}>
      <ul class="first-ways">
        <li>
          <h3 class="first-way-title">{t('calls.empty.send')}</h3>
          <p class="soft">{t('calls.empty.send.say')}</p>
          <ChooseFiles label={t('send.choose')} onFiles={onFiles} />
        </li>
        <li>
          <h3 class="first-way-title">{t('calls.empty.sample')}</h3>
          <p class="soft">{t('calls.empty.sample.say')}</p>
          <PlaySample />
        </li>
        <li>
          <h3 class="first-way-title">{t('calls.empty.program')}</h3>
          <pre>
            <code>{CURL}</code>
          </pre>
          <p class="first-way-more">
            <Copy text={CURL} /> · <a href={to('/developers')}>{t('calls.empty.program.more')}</a>
          </p>
        </li>
      </ul>
    </Empty>
  );
}

/** Leads to the call, where it is seen to be heard. */
function PlaySample() {
  const [state, setState] = useState<{ isBusy: boolean; error: unknown }>({ isBusy: false, error: null });
  const key = useRef(newKey());
  const play = async () => {
    setState({ isBusy: true, error: null });
    try {
      const { id } = await playScenario(SAMPLE.scenario, SAMPLE_PARTIES, key.current);
      go(to(`/calls/${id}`));
      // The way back from it leads to test calls.
      showsTest.value = true;
    } catch (error) {
      setState({ isBusy: false, error });
    }
  };
  return (
    <>
      <button type="button" class="second" disabled={state.isBusy} onClick={play}>
        {t('calls.empty.sample.play')}
      </button>
      {state.error !== null && <Problem error={state.error} />}
    </>
  );
}
