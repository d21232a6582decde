// Who sees what: a person without a log-in comes in first, a reviewer with a link sees one call, everyone else the views.
import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import { useResource } from './api/use-resource.js';
import { refusals } from './page/trouble.js';
import { Dialog } from './parts/dialog.tsx';
import { MayOpen } from './parts/section.tsx';
import { Loading, Problem } from './parts/states.tsx';
import { address, go, to } from './routing/router.js';
import { role, setMember } from './session/member.js';
import { leastOf } from './session/role-rights.js';
import { enterByLink, isAsked, memberIn, type Session, session } from './session/session.js';
import { LogOutButton } from './shell/log-out-button.tsx';
import { Shell } from './shell/shell.tsx';
import { t } from './texts/texts.js';
import { ComeInView } from './views/come-in/come-in-view.tsx';
import { LogInForm } from './views/come-in/log-in-form.tsx';
import { CallView, home, mayOpen, mayOpenAt, RateView, type View, viewAt } from './views.js';

export function Root({ link }: { readonly link: string | null }) {
  const [state, setState] = useState<{ isEntering: boolean; error: unknown }>({
    isEntering: link !== null,
    error: null,
  });
  useEffect(() => {
    if (link === null) return;
    enterByLink(link).then(
      () => setState({ isEntering: false, error: null }),
      (error: unknown) => setState({ isEntering: false, error }),
    );
  }, [link]);
  if (state.isEntering) return <Loading />;
  if (state.error !== null)
    return (
      <Shell>
        <Problem error={state.error} />
      </Shell>
    );
  const now = session.value;
  if (now === null && !isAsked.value) return <ComeInView />;
  return (
    <>
      <Shell key={now?.kind === 'account' ? memberIn(now) : 'link'}>
        {now?.kind === 'account' && <WhoIsIn />}
        <Shown now={now} />
      </Shell>
      {isAsked.value && <LogInAgain />}
    </>
  );
}

/** A link shows what it was made for, and an account its views. */
function Shown({ now }: { readonly now: Session | null }) {
  if (now?.kind === 'link') return <CallView params={{ id: now.analysisId }} />;
  if (now?.kind === 'rating') return <RateView calibrationId={now.calibrationId} reviewerId={now.reviewerId} />;
  return <Outlet />;
}

/** Reads the person's role: with the log-in, and again when something was refused, since the role may be another one now. */
function WhoIsIn() {
  const { value } = useResource(`member ${refusals.value}`, (client, signal) => client.users.me({ signal }));
  useEffect(() => {
    if (value !== null) setMember(value);
  }, [value]);
  return null;
}

function Outlet() {
  const { path } = address.value;
  const found = viewAt(path);
  const isHome = path === '/';
  useEffect(() => {
    if (isHome) go(to(home()), { replace: true });
  }, [isHome]);
  useEffect(() => {
    document.title = `${t(found?.view.title ?? 'app.notFound')} · ${t('app.name')}`;
  });
  if (isHome) return null;
  if (found && !mayOpen(found.view)) return <Closed view={found.view} />;
  if (found)
    return (
      <Guarded key={path}>
        <MayOpen.Provider value={mayOpenAt}>
          <found.view.Component key={found.view.path} params={found.params} />
        </MayOpen.Provider>
      </Guarded>
    );
  return (
    <div class="empty">
      <h1>{t('app.notFound')}</h1>
      <p class="soft">{t('app.notFound.say')}</p>
      <WayHome />
    </div>
  );
}

/** Page that stands in place of a view which the person's role does not have. */
function Closed({ view: { needs } }: { readonly view: View }) {
  const own = role.value ?? 'agent';
  return (
    <div class="empty">
      <h1>{t('app.closed')}</h1>
      <p class="soft">
        {own === 'agent'
          ? t('app.closed.agent')
          : t(leastOf(needs) === 'owner' ? 'app.closed.owner' : 'app.closed.say', {
              role: t(`role.${leastOf(needs)}`),
              own: t(`role.${own}`),
            })}
      </p>
      <WayHome />
    </div>
  );
}

const WayHome = () => (
  <a class="button" href={to(home())}>
    {t(home() === '/mine' ? 'mine.title' : 'app.toCalls')}
  </a>
);

/** A fault of one view must not take the frame with it: the other views can still be reached. */
function Guarded({ children }: { readonly children: ComponentChildren }) {
  const [error, tryAgain] = useErrorBoundary();
  if (error !== undefined) return <Problem error={error} onAgain={tryAgain} />;
  return <>{children}</>;
}

/** Over the page as it is: what was typed stays. */
function LogInAgain() {
  const now = session.value;
  return (
    <Dialog title={t('comeIn.ended.title')} onClose={null}>
      <p>{t('comeIn.ended.say')}</p>
      <LogInForm email={now?.kind === 'account' ? now.email : ''} isOver />
      <LogOutButton label={t('comeIn.leave')} />
    </Dialog>
  );
}
