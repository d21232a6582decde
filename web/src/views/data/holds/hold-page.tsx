import { useState } from 'preact/hooks';
import type { HeldAnalysis, Hold, ReleasedHold } from '../../../../../clients/typescript/src/browser.js';
import { useAct } from '../../../api/use-act.js';
import { useResource } from '../../../api/use-resource.js';
import { pageOf } from '../../../listing/call-filters.js';
import { Pages } from '../../../listing/pages.tsx';
import { Dialog } from '../../../parts/dialog.tsx';
import { Field } from '../../../parts/field.tsx';
import { ObjectPage } from '../../../parts/object-page.tsx';
import { Section } from '../../../parts/section.tsx';
import { faultsOf, isBeside, Loading, Problem } from '../../../parts/states.tsx';
import { usePolling } from '../../../parts/use-polling.js';
import { address, to } from '../../../routing/router.js';
import { named, t, tn } from '../../../texts/data.js';
import { moment, number, wholeMoment } from '../../../texts/texts.js';
import { factsOf, HOLDS, HoldTag, isActive } from './holds.tsx';

const PAGE = 20;
const POLL_MS = 3_000;
/** Limit of the API. */
const MAX_REASON = 1_000;

export function HoldPage({ id }: { readonly id: string }) {
  const hold = useResource(`hold ${id}`, (client, signal) => client.holds.get(id, { signal }));
  const skip = (pageOf(address.value.query) - 1) * PAGE;
  const calls = useResource(`calls of hold ${id} ${skip}`, async (client, signal) =>
    client.holds.analyses(id, { skip, limit: PAGE }, { signal }),
  );
  const [released, setReleased] = useState<ReleasedHold | null>(null);
  // Calls of a large filter are added in the background.
  const added = calls.value?.total ?? null;
  const isAdding = hold.value !== null && isActive(hold.value) && added !== null && added < hold.value.held;
  usePolling(isAdding ? POLL_MS : null, calls.reload);
  return (
    <ObjectPage
      list={[HOLDS, t('data.holds')]}
      read={hold}
      head={(shown) => ({ title: shown.name, livemode: shown.livemode, tag: <HoldTag hold={shown} /> })}
    >
      {(shown) => (
        <>
          <About
            hold={shown}
            carriedOut={released?.carried_out ?? null}
            onReleased={(after) => {
              setReleased(after);
              hold.change(() => after);
            }}
          />
          <Section title={t('holds.calls')}>
            {isAdding && (
              <p class="moving">
                <progress max={shown.held} value={added} aria-label={t('holds.adding')} />
                <span role="status">{t('holds.adding.n', { n: number(added), total: number(shown.held) })}</span>
              </p>
            )}
            {calls.error !== null && <Problem error={calls.error} onAgain={calls.reload} />}
            {calls.value === null && calls.error === null && <Loading lines={6} />}
            {calls.value?.total === 0 && <p class="soft">{t('holds.calls.none')}</p>}
            {calls.value && calls.value.items.length > 0 && (
              <div class={calls.isLoading ? 'is-stale' : undefined}>
                <HeldCalls calls={calls.value.items} />
                <Pages total={calls.value.total} size={PAGE} />
              </div>
            )}
          </Section>
        </>
      )}
    </ObjectPage>
  );
}

interface AboutProps {
  readonly hold: Hold;
  /** The release has carried this out; null before it, and after the page was opened again. */
  readonly carriedOut: ReleasedHold['carried_out'] | null;
  readonly onReleased: (hold: ReleasedHold) => void;
}

function About({ hold, carriedOut, onReleased }: AboutProps) {
  const [isAsking, setAsking] = useState(false);
  return (
    <Section
      title={t('holds.about')}
      act={
        isActive(hold) && (
          <button type="button" class="second" onClick={() => setAsking(true)}>
            {t('holds.release')}
          </button>
        )
      }
    >
      <p>{factsOf(hold)}</p>
      <dl class="data-facts">
        <dt>{t('holds.reason')}</dt>
        <dd dir="auto">{hold.reason}</dd>
        <dt>{t('holds.placed')}</dt>
        <dd>{wholeMoment(hold.created)}</dd>
        {hold.release_reason !== null && (
          <>
            <dt>{t('holds.releaseReason')}</dt>
            <dd dir="auto">{hold.release_reason}</dd>
          </>
        )}
      </dl>
      <div role="status">
        {carriedOut !== null && (
          <p class="notice">
            {carriedOut.analyses === 0 ? t('holds.carried.none') : tn('holds.carried', carriedOut.analyses)}{' '}
            {carriedOut.erasures > 0 && tn('holds.carriedErasures', carriedOut.erasures)}
          </p>
        )}
      </div>
      {isAsking && (
        <ReleaseDialog
          hold={hold}
          onClose={() => setAsking(false)}
          onReleased={(after) => {
            setAsking(false);
            onReleased(after);
          }}
        />
      )}
    </Section>
  );
}

interface ReleaseDialogProps {
  readonly hold: Hold;
  readonly onClose: () => void;
  readonly onReleased: (hold: ReleasedHold) => void;
}

function ReleaseDialog({ hold: { id, name }, onClose, onReleased }: ReleaseDialogProps) {
  const [reason, setReason] = useState('');
  const { error, isBusy, run } = useAct();
  return (
    <Dialog title={t('holds.release.ask', { name })} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const wanted = { reason: reason.trim() };
          void run({ id, ...wanted }, async (client, once) => onReleased(await client.holds.release(id, wanted, once)));
        }}
      >
        <p>{t('holds.release.say')}</p>
        <Field
          label={t('holds.releaseReason')}
          name="reason"
          required
          maxlength={MAX_REASON}
          autocomplete="off"
          value={reason}
          onValue={setReason}
          faults={faultsOf(error, 'reason')}
        />
        {error !== null && !isBeside(error, ['reason']) && <Problem error={error} />}
        <div class="acts">
          <button type="submit" class="danger" disabled={isBusy}>
            {t('holds.release.do')}
          </button>
          <button type="button" class="second" onClick={onClose}>
            {t('members.cancel')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

const HeldCalls = ({ calls }: { readonly calls: readonly HeldAnalysis[] }) => (
  <table class="rows-table">
    <caption class="unseen">{t('holds.calls')}</caption>
    <thead>
      <tr>
        <th scope="col">{t('calls.when')}</th>
        <th scope="col">{t('calls.agent')}</th>
        <th scope="col">{t('calls.contact')}</th>
        <th scope="col">{t('calls.status')}</th>
      </tr>
    </thead>
    <tbody>
      {calls.map(({ id, created, agent_id, contact_id, status, livemode }) => (
        <tr key={id}>
          <td>
            <time dateTime={new Date(created * 1000).toISOString()} title={wholeMoment(created)}>
              {moment(created)}
            </time>
          </td>
          <th scope="row" dir="auto">
            <a href={to(`/calls/${id}`)}>{agent_id}</a>
          </th>
          <td dir="auto">{contact_id}</td>
          <td>
            {named('state', status)} {!livemode && <span class="tag">{t('calls.test')}</span>}
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);
