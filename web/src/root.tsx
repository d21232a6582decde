// Who sees what: a person without a log-in comes in first, a reviewer with a link sees one call, everyone else the views.
import type { ComponentChildren } from 'preact';
import { useEffect, useErrorBoundary, useState } from 'preact/hooks';
import { Dialog } from './parts/dialog.tsx';
import { Loading, Problem } from './parts/states.tsx';
import { address, go, to } from './routing/router.js';
import { accountIn, enterByLink, isAsked, session } from './session/session.js';
import { LogOutButton } from './shell/log-out-button.tsx';
import { Shell } from './shell/shell.tsx';
import { t } from './texts/texts.js';
import { ComeInView } from './views/come-in/come-in-view.tsx';
import { LogInForm } from './views/come-in/log-in-form.tsx';
import { CallView, viewAt } from './views.js';

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
      <Shell key={now?.kind === 'account' ? accountIn(now) : 'link'}>
        {now?.kind === 'link' ? <CallView params={{ id: now.analysisId }} /> : <Outlet />}
      </Shell>
      {isAsked.value && <LogInAgain />}
    </>
  );
}

function Outlet() {
  const { path } = address.value;
  const found = viewAt(path);
  const isHome = path === '/';
  useEffect(() => {
    if (isHome) go(to('/calls'), { replace: true });
  }, [isHome]);
  useEffect(() => {
    document.title = `${t(found?.view.title ?? 'app.notFound')} · ${t('app.name')}`;
  });
  if (isHome) return null;
  if (found)
    return (
      <Guarded key={path}>
        <found.view.Component key={found.view.path} params={found.params} />
      </Guarded>
    );
  return (
    <div class="empty">
      <h1>{t('app.notFound')}</h1>
      <p class="soft">{t('app.notFound.say')}</p>
      <a class="button" href={to('/calls')}>
        {t('app.toCalls')}
      </a>
    </div>
  );
}

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
      <LogInForm email={now?.kind === 'account' ? now.email : ''} />
      <LogOutButton label={t('comeIn.leave')} />
    </Dialog>
  );
}
