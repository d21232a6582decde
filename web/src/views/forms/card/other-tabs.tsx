import type { Drafting } from '../builder/use-draft.js';
import type { CardData } from '../model/card-data.js';
import type { Form } from '../model/draft.js';
import { RescoreTab } from '../rescore/rescore-tab.tsx';
import { TryTab } from '../try/try-tab.tsx';
import { AgreementTab } from './agreement-tab.tsx';
import { RevisionsTab } from './revisions-tab.tsx';
import { SettingsTab } from './settings-tab.tsx';
import { tabNow } from './tabs.tsx';

interface OtherTabsProps {
  readonly data: CardData;
  readonly form: Form;
  /** Null where the form is published. */
  readonly drafting: Drafting | null;
  /** Saves what is typed. @returns the revision; null where it was refused */
  readonly ready: () => Promise<number | null>;
  readonly onReload: () => void;
}

export function OtherTabs({ data, form, drafting, ready, onReload }: OtherTabsProps) {
  const tab = tabNow();
  if (tab === 'try') return <TryTab data={data} form={form} drafting={drafting} ready={ready} />;
  if (tab === 'revisions') return <RevisionsTab data={data} onReload={onReload} />;
  if (tab === 'rescore') return <RescoreTab data={data} onDone={onReload} />;
  if (tab === 'agreement') return <AgreementTab data={data} onReload={onReload} />;
  return <SettingsTab card={data.card} onSaved={onReload} />;
}
