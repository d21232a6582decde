// The calls of a trial: how each engine did, and one of them side by side.
import { Fragment } from 'preact';
import { useState } from 'preact/hooks';
import type { EngineTrial, EngineTrialItem } from '../../../../clients/typescript/src/browser.js';
import { useResource } from '../../api/use-resource.js';
import { Section } from '../../parts/section.tsx';
import { Loading, Problem } from '../../parts/states.tsx';
import { named, number, t } from '../../texts/texts.js';
import { ComparedCall } from './compared-call.tsx';
import { doneOf } from './trial-list.tsx';

/** Calls a page: with four engines as many items as the API gives. */
const PAGE_CALLS = 25;

export function TriedCalls({ trial }: { readonly trial: EngineTrial }) {
  const { id, engines, calls, counts } = trial;
  const [page, setPage] = useState(0);
  const [opened, setOpened] = useState<string | null>(null);
  const window = { skip: page * PAGE_CALLS * engines.length, limit: PAGE_CALLS * engines.length };
  const items = useResource(JSON.stringify([id, window, doneOf(counts), trial.as_of]), async (client, signal) =>
    client.engineTrials.items(id, window, { signal }),
  );
  const found = items.value && byCall(items.value.items);
  return (
    <Section title={t('trials.calls')}>
      {items.error !== null && <Problem error={items.error} onAgain={items.reload} />}
      {found === null && items.error === null && <Loading lines={6} />}
      {found && (
        <div class="table-place">
          <table class="figures-table trial-calls">
            <caption class="unseen">{t('trials.calls')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('trials.call')}</th>
                {engines.map(({ name }) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {[...found].map(([call, ofCall]) => (
                <Fragment key={call}>
                  <tr>
                    <th scope="row" class="cell-name">
                      <button
                        type="button"
                        class="link"
                        aria-expanded={opened === call}
                        onClick={() => setOpened(opened === call ? null : call)}
                      >
                        <code>{call.slice(0, 8)}</code>
                      </button>
                    </th>
                    {engines.map(({ name }) => (
                      <td key={name}>
                        <span class="only-small soft">{name} </span>
                        <Outcome of={ofCall.find(({ engine }) => engine === name)} />
                      </td>
                    ))}
                  </tr>
                  {opened === call && (
                    <tr>
                      <td colSpan={engines.length + 1}>
                        <ComparedCall trial={trial} call={call} onClose={() => setOpened(null)} />
                      </td>
                    </tr>
                  )}
                </Fragment>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {calls > PAGE_CALLS && (
        <p class="acts">
          <button type="button" class="second" disabled={page === 0} onClick={() => setPage(page - 1)}>
            {t('trials.before')}
          </button>
          <button
            type="button"
            class="second"
            disabled={(page + 1) * PAGE_CALLS >= calls}
            onClick={() => setPage(page + 1)}
          >
            {t('trials.after')}
          </button>
        </p>
      )}
    </Section>
  );
}

function byCall(items: readonly EngineTrialItem[]): ReadonlyMap<string, readonly EngineTrialItem[]> {
  const calls = new Map<string, EngineTrialItem[]>();
  for (const item of items) calls.set(item.analysis_id, [...(calls.get(item.analysis_id) ?? []), item]);
  return calls;
}

function Outcome({ of }: { readonly of: EngineTrialItem | undefined }) {
  if (of === undefined) return <>–</>;
  const { status, skipped_reason, error_message, errors, words, roles_wrong } = of;
  if (status === 'failed')
    return (
      <span class="bad" lang="en">
        {error_message}
      </span>
    );
  if (status === 'skipped') return <span class="soft">{named('trials.skip', skipped_reason ?? '')}</span>;
  if (errors === null || words === null) return <span class="soft">{named('trials.state', status)}</span>;
  return (
    <>
      {t('trials.errorsOf', { n: number(errors), words: number(words) })}
      {roles_wrong && <span class="tag unsure">{t('trials.roles')}</span>}
    </>
  );
}
