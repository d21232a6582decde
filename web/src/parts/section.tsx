import { type ComponentChildren, createContext } from 'preact';
import { useContext, useId } from 'preact/hooks';
import { address, to } from '../routing/router.js';
import type { TextKey } from '../texts/en.js';
import { t } from '../texts/texts.js';

interface SectionProps {
  readonly title: string;
  /** Beside the title: what can be done with all of it. */
  readonly act?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A part of a view with a title of its own. */
export function Section({ title, act, children }: SectionProps) {
  const id = useId();
  return (
    <section class="card section" aria-labelledby={id}>
      <header class="section-head">
        <h2 id={id}>{title}</h2>
        {act}
      </header>
      {children}
    </section>
  );
}

interface PagesProps {
  readonly label: string;
  readonly pages: readonly (readonly [path: string, title: TextKey])[];
}

/** Whether the person may open the view at an address. */
export const MayOpen = createContext<(path: string) => boolean>(() => true);

/** Links to the pages of a view that has several which the person may open. */
export function PagesOfView({ label, pages }: PagesProps) {
  const mayOpen = useContext(MayOpen);
  const open = pages.filter(([path]) => mayOpen(path));
  if (open.length < 2) return null;
  return (
    <nav class="pages-of-view" aria-label={label}>
      {open.map(([path, title]) => (
        <a key={path} href={to(path)} aria-current={address.value.path === path ? 'page' : undefined}>
          {t(title)}
        </a>
      ))}
    </nav>
  );
}
