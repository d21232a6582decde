// Frame of every view: navigation at the side (at the bottom of small screens), and messages at the top.
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { language, theme } from '../page/preferences.js';
import { Dialog } from '../parts/dialog.tsx';
import { Choice } from '../parts/field.tsx';
import { Icon } from '../parts/icon.tsx';
import { useKeys } from '../parts/keys.js';
import { TroubleBar } from '../parts/trouble-bar.tsx';
import { fromQueue } from '../routing/from-queue.js';
import { address, go, SERVICE_URL, to } from '../routing/router.js';
import { onTheirWay, refused } from '../sending/outbox.js';
import { isAgent, may } from '../session/member.js';
import { session } from '../session/session.js';
import type { TextKey } from '../texts/en.js';
import { speak, t, timeZone, tn } from '../texts/texts.js';
import { home, navigation } from '../views.js';
import { KeyboardHelp } from './keyboard-help.tsx';
import { LogOutButton } from './log-out-button.tsx';
import { MinutesUsed } from './minutes-used.tsx';
import { ModeSwitch, TestNote } from './mode-switch.tsx';
import { Palette, PaletteButton } from './palette/palette.tsx';

/** Views in the bar of a small screen, with a shorter name if needed; the other views are under "More". */
const IN_BAR: ReadonlyMap<string, TextKey | null> = new Map([
  ['/mine', null],
  ['/calls', null],
  ['/queue', 'app.bar.look'],
  ['/day', null],
]);

/** Views with a search field of their own. */
const HAVE_SEARCH: readonly string[] = ['/calls', '/search'];

const isHelpOpen = signal(false);
const isMoreOpen = signal(false);

export function Shell({ children }: { readonly children: ComponentChildren }) {
  const main = useRef<HTMLElement>(null);
  const { path } = address.value;
  const before = useRef(path);
  // Screen readers continue in the new view, not in the link that led to it; at once if the view sets the focus itself.
  useEffect(() => {
    const isThere = main.current?.contains(document.activeElement) && document.activeElement !== main.current;
    if (before.current !== path && !isThere) main.current?.focus({ preventScroll: true });
    before.current = path;
  }, [path]);
  const isAccount = session.value?.kind === 'account';
  const maySearch = navigation().some((view) => view.path === '/search');
  const hasMinutes = may('getUsage');
  useKeys({
    '?': () => (isHelpOpen.value = true),
    ...(maySearch && !HAVE_SEARCH.includes(path) && { '/': () => go(to('/search')) }),
  });
  return (
    <div class="shell">
      <a class="skip" href="#main">
        {t('app.skip')}
      </a>
      <nav class="side" aria-label={t('app.nav')}>
        <a class="brand" href={to(isAccount ? home() : path)}>
          <Icon name="mark" />
          <span>{t('app.name')}</span>
        </a>
        {isAccount && (
          <div class="not-small">
            <ModeSwitch />
          </div>
        )}
        {isAccount && <Links path={path} />}
        {isAccount && maySearch && (
          <div class="not-small">
            <PaletteButton />
          </div>
        )}
        <button type="button" class="side-link only-small" onClick={() => (isMoreOpen.value = true)}>
          <Icon name="more" />
          {t('app.more')}
        </button>
        <div class="side-foot not-small">
          {hasMinutes && <MinutesUsed path={path} />}
          <More />
        </div>
      </nav>
      <div class="column">
        <TroubleBar />
        {isAccount && <TestNote />}
        {may('createAnalysis') && <SendingNote />}
        <main id="main" ref={main} tabIndex={-1}>
          {children}
        </main>
      </div>
      {isAccount && maySearch && <Palette />}
      {isHelpOpen.value && <KeyboardHelp onClose={() => (isHelpOpen.value = false)} />}
      {isMoreOpen.value && (
        <Dialog title={t('app.more')} onClose={() => (isMoreOpen.value = false)}>
          {isAccount && <ModeSwitch />}
          {isAccount && (
            <div class="rest-links">{maySearch && <PaletteButton onOpen={() => (isMoreOpen.value = false)} />}</div>
          )}
          {isAccount && <Links path={path} isRest />}
          {hasMinutes && <MinutesUsed path={path} />}
          <More />
        </Dialog>
      )}
    </div>
  );
}

/** @param isRest only the views that are not in the bar of a small screen */
function Links({ path, isRest = false }: { readonly path: string; readonly isRest?: boolean }) {
  // An open call belongs to the list from which it was opened.
  const list = fromQueue.value === null ? home().replace('/calls', '') : '/queue';
  const within = path.startsWith('/calls/') ? `${list}${path}` : path;
  const shown = navigation().filter((view) => !(isRest && IN_BAR.has(view.path)));
  return (
    <ul class={isRest ? 'rest-links' : undefined}>
      {shown.map(({ path: target, title, icon, Count }) => {
        const short = isRest ? null : IN_BAR.get(target);
        return (
          <li key={target} class={isRest || IN_BAR.has(target) ? undefined : 'not-small'}>
            <a
              class="side-link"
              href={to(target)}
              aria-current={path === target ? 'page' : within.startsWith(`${target}/`) ? 'true' : undefined}
              onClick={() => (isMoreOpen.value = false)}
            >
              {icon && <Icon name={icon} />}
              <span class={short ? 'not-small' : undefined}>{t(title)}</span>
              {short && <span class="only-small">{t(short)}</span>}
              {Count && <Count />}
            </a>
          </li>
        );
      })}
    </ul>
  );
}

/** Settings that are rarely needed. */
function More() {
  const now = session.value;
  return (
    <div class="more">
      <div class="more-choices">
        <Choice
          label={t('app.theme')}
          value={theme.value}
          choices={[
            ['system', t('app.theme.system')],
            ['light', t('app.theme.light')],
            ['dark', t('app.theme.dark')],
          ]}
          onValue={(value) => (theme.value = value)}
        />
        <Choice
          label={t('app.language')}
          value={language.value}
          choices={[
            ['en', 'English'],
            ['de', 'Deutsch'],
          ]}
          onValue={(value) => void speak(value)}
        />
      </div>
      {!isAgent.value && (
        <a href={`${SERVICE_URL}/docs`} target="_blank" rel="noopener">
          {t('app.docs')}
        </a>
      )}
      <button type="button" class="link not-small" onClick={() => (isHelpOpen.value = true)}>
        {t('app.help')} <kbd>?</kbd>
      </button>
      <span class="soft small">{t('app.timeZone', { zone: timeZone() })}</span>
      {now?.kind === 'account' && (
        <div class="more-person">
          <span class="soft small cut" title={now.email}>
            {now.email}
          </span>
          <LogOutButton label={t('app.logOut')} onLeft={() => (isMoreOpen.value = false)} />
        </div>
      )}
    </div>
  );
}

/** Note in every other view: files go on being sent, and a refused one must not be missed. */
function SendingNote() {
  const isSending = onTheirWay.value > 0;
  if (address.value.path === '/send' || (!isSending && refused.value === 0)) return null;
  return (
    <section class="sending-note" aria-label={t('send.title')}>
      <Icon name={isSending ? 'send' : 'alert'} />
      <span>
        {isSending && t('send.note', { n: onTheirWay.value })}
        {isSending && refused.value > 0 && ' · '}
        {refused.value > 0 && tn('send.note.refused', refused.value)}
      </span>
      <a href={to('/send')}>{t('send.note.show')}</a>
    </section>
  );
}
