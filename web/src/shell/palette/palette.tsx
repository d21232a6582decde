// Command palette: views, agents, contacts and calls by a few letters, and addresses that a person has saved under a name.
import { signal } from '@preact/signals';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { useResource } from '../../api/use-resource.js';
import { Dialog } from '../../parts/dialog.tsx';
import { Icon } from '../../parts/icon.tsx';
import { Problem } from '../../parts/states.tsx';
import { showsTest } from '../../routing/mode.js';
import { t, tn } from '../../texts/texts.js';
import { type Entry, groupsOf } from './entries.js';
import { isCallId } from './matching.js';

const TYPING_MS = 200;
/** Calls that are read for their agents and contacts; as many as a page of the list of calls. */
const MAX_CALLS = 50;
const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

const isOpen = signal(false);
const close = () => {
  isOpen.value = false;
};

export function PaletteButton({ onOpen }: { readonly onOpen?: () => void }) {
  const open = () => {
    onOpen?.();
    isOpen.value = true;
  };
  return (
    <button type="button" class="side-link palette-button" aria-haspopup="dialog" onClick={open}>
      <Icon name="ahead" />
      {t('palette.open')}
      <kbd class="not-small">Ctrl K</kbd>
    </button>
  );
}

/** The palette while it is open, and its key, which works in fields too. */
export function Palette() {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      if (event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      // Another dialog asks something first.
      isOpen.value = !isOpen.value && document.querySelector('dialog[open]') === null;
    };
    addEventListener('keydown', press);
    return () => {
      removeEventListener('keydown', press);
      close();
    };
  }, []);
  return isOpen.value ? <OpenPalette /> : null;
}

function OpenPalette() {
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState('');
  const [said, setSaid] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  // The browser gives the focus to the first button of the dialog.
  useEffect(() => input.current?.focus(), []);
  const calls = useCalls(typed.trim());
  const type = (text: string, answer = '') => {
    setTyped(text);
    setChosen('');
    setSaid(answer);
    input.current?.focus();
  };
  const groups = groupsOf(typed.trim(), calls.value, (answer) => type('', answer));
  const entries = groups.flatMap(({ entries: some }) => some);
  // What was chosen stays so while more is found.
  const found = entries.findIndex(({ key }) => key === chosen);
  const at = Math.max(0, found);
  const idOf = (index: number) => `${id}-${index}`;
  useEffect(() => document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' }), [at, id]);
  const press = (event: KeyboardEvent) => {
    const by = STEPS[event.key];
    if (event.isComposing || (by === undefined && event.key !== 'Enter')) return;
    event.preventDefault();
    if (by === undefined) document.getElementById(idOf(at))?.click();
    else setChosen(entries.at((at + by) % entries.length)?.key ?? '');
  };
  return (
    <Dialog title={t('palette.title')} onClose={close}>
      <div class="palette">
        <input
          ref={input}
          type="text"
          role="combobox"
          aria-expanded="true"
          aria-autocomplete="list"
          aria-controls={id}
          aria-activedescendant={idOf(at)}
          aria-label={t('palette.label')}
          placeholder={t('palette.label')}
          autocomplete="off"
          maxLength={255}
          value={typed}
          onInput={({ currentTarget }) => type(currentTarget.value)}
          onKeyDown={press}
        />
        <div id={id} role="listbox" class="palette-list" aria-label={t('palette.title')}>
          {groups.map(({ name, entries: some }) => (
            // biome-ignore lint/a11y/useSemanticElements: a list of options has no fieldset
            <div key={name} role="group" aria-label={name}>
              <div class="palette-group" aria-hidden="true">
                {name}
              </div>
              {some.map((entry) => (
                <Option
                  key={entry.key}
                  id={idOf(entries.indexOf(entry))}
                  entry={entry}
                  isChosen={entry === entries[at]}
                />
              ))}
            </div>
          ))}
        </div>
        {calls.error !== null && <Problem error={calls.error} onAgain={calls.reload} />}
        <p class="soft small" role="status">
          {said || (calls.isLoading ? t('loading') : tn('palette.results', entries.length))}
        </p>
        <p class="soft small">{t('palette.say')}</p>
      </div>
    </Dialog>
  );
}

interface OptionProps {
  readonly id: string;
  readonly entry: Entry;
  readonly isChosen: boolean;
}

/** A link where it leads somewhere, so that it can be opened in a tab of its own. */
function Option({ id, entry: { name, note, href, act }, isChosen }: OptionProps) {
  const option = { id, role: 'option', class: 'palette-option', tabIndex: -1, 'aria-selected': isChosen } as const;
  const content = (
    <>
      <span class="cut" dir="auto">
        {name}
      </span>
      {note && <span class="soft small">{note}</span>}
    </>
  );
  if (href !== undefined)
    return (
      <a {...option} href={href} onClick={close}>
        {content}
      </a>
    );
  return (
    <button type="button" {...option} onClick={act}>
      {content}
    </button>
  );
}

/** Calls whose agent or contact fits, or the call whose id was typed, once the person pauses. */
function useCalls(typed: string) {
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed), TYPING_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const livemode = !showsTest.value;
  const found = useResource(`${livemode} ${asked}`, async (client, signal) => {
    if (asked === '') return [];
    if (isCallId(asked)) return [await client.analyses.getSummary(asked, { signal })];
    const { data } = await client.analyses.listSummaries({ search: asked, livemode, limit: MAX_CALLS }, { signal });
    return data;
  });
  return { ...found, value: (typed !== '' && found.value) || [], isLoading: found.isLoading || asked !== typed };
}
