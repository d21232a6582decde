import type { CompletedAnalysis, Correction } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { useResource } from '../../../api/use-resource.js';
import { Loading, Problem } from '../../../parts/states.tsx';
import { whoIs } from '../../../people/who.js';
import { isAgent } from '../../../session/member.js';
import { moment, named, t, tn, wholeMoment } from '../../../texts/texts.js';
import { save } from '../acts/export-menu.tsx';
import { speakerName } from '../speaker-name.js';
import { roundOf } from './reviews.tsx';

/** API limit: corrections of a call. */
const MAX_CORRECTIONS = 100;

/** Versions of the transcript with their origin, the newest first. */
export function Versions({ analysis }: { readonly analysis: CompletedAnalysis }) {
  const corrections = useResource(`corrections ${analysis.id} ${roundOf(analysis)}`, async (client, signal) =>
    client.analyses.corrections(analysis.id, { limit: MAX_CORRECTIONS }, { signal }),
  );
  const present = analysis.transcript?.version ?? 1;
  return (
    <section aria-labelledby="details-versions">
      <h3 id="details-versions">{t('acts.versions')}</h3>
      {corrections.error !== null && <Problem error={corrections.error} onAgain={corrections.reload} />}
      {corrections.value === null && corrections.error === null && <Loading lines={1} />}
      {corrections.value && (
        <ul class="records">
          {corrections.value.items.map((correction) => (
            <li key={correction.id}>
              <Corrected correction={correction} />
              {correction.status === 'completed' && (
                <SaveVersion analysis={analysis} version={correction.transcript_version} present={present} />
              )}
            </li>
          ))}
          <li>
            <p>
              <strong>{t('acts.version', { n: 1 })}</strong> <span class="soft">{t('acts.version.machine')}</span>
            </p>
            <SaveVersion analysis={analysis} version={1} present={present} />
          </li>
        </ul>
      )}
    </section>
  );
}

function Corrected({ correction }: { readonly correction: Correction }) {
  const { transcript_version, reviewer_id, created, status, error_message, note } = correction;
  return (
    <>
      <p>
        <strong>{t('acts.version', { n: transcript_version })}</strong>{' '}
        <span class="soft">
          <span dir="auto">{whoIs(reviewer_id)}</span>
          {' · '}
          <time dateTime={new Date(created * 1000).toISOString()} title={wholeMoment(created)}>
            {moment(created)}
          </time>
          {status !== 'completed' && ` · ${named('state', status)}`}
        </span>
      </p>
      <ul class="sentences">
        {changesOf(correction).map((change) => (
          <li key={change} dir="auto">
            {change}
          </li>
        ))}
        {note && <li dir="auto">{note}</li>}
        {error_message && <li lang="en">{error_message}</li>}
      </ul>
    </>
  );
}

function changesOf({ swap_roles, speakers, edited_segments }: Correction): readonly string[] {
  return [
    ...(swap_roles ? [t('acts.version.swapped')] : []),
    ...Object.entries(speakers).map(([label, party]) =>
      t('acts.version.speaker', { label: speakerName(label), party: speakerName(party) }),
    ),
    ...(edited_segments > 0 ? [tn('acts.version.edited', edited_segments)] : []),
  ];
}

interface SaveVersionProps {
  readonly analysis: CompletedAnalysis;
  readonly version: number;
  readonly present: number;
}

function SaveVersion({ analysis, version, present }: SaveVersionProps) {
  const { run, isBusy, error } = useAct();
  if (isAgent.value) return null;
  if (version === present) return <p class="soft small">{t('acts.version.present')}</p>;
  return (
    <>
      <button
        type="button"
        class="link"
        disabled={isBusy}
        onClick={() => void run(`version ${version}`, (client) => save(client, analysis, 'txt', version))}
      >
        {t('acts.version.save', { n: version })}
      </button>
      {error !== null && <Problem error={error} />}
    </>
  );
}
