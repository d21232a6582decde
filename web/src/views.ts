// The views, by their addresses. A view is a line here, a folder in `views`, and texts in both languages.
import type { ComponentType, FunctionComponent } from 'preact';
import type { IconName } from './parts/icon.tsx';
import { lazily } from './parts/lazily.tsx';
import { bestMatch } from './routing/address.js';
import type { TextKey } from './texts/en.js';
import { CallsView } from './views/calls/calls-view.tsx';
import { QueueCount } from './views/queue/queue-count.tsx';

export interface View {
  /** Below `/app`; a part that begins with a colon is given to the view by its name. */
  readonly path: string;
  readonly title: TextKey;
  /** Its place in the navigation; null for a view that others lead to. */
  readonly icon: IconName | null;
  readonly Component: ComponentType<ViewProps>;
  /** A number beside its title in the navigation. */
  readonly Count?: FunctionComponent;
}

type Params = Readonly<Record<string, string>>;

interface ViewProps {
  readonly params: Params;
}

// These are fetched when they are first opened.
const AccountView = lazily<ViewProps>(async () => (await import('./views/settings/settings-view.tsx')).AccountView);
const AgentView = lazily<ViewProps>(async () => (await import('./views/agent/agent-view.tsx')).AgentView);
export const CallView = lazily<ViewProps>(async () => (await import('./views/call/call-view.tsx')).CallView);
const CardView = lazily<ViewProps>(async () => (await import('./views/forms/card/card-view.tsx')).CardView);
const CoachingView = lazily<ViewProps>(async () => (await import('./views/coaching/coaching-view.tsx')).CoachingView);
const DayView = lazily<ViewProps>(async () => (await import('./views/day/day-view.tsx')).DayView);
const DevelopersView = lazily<ViewProps>(
  async () => (await import('./views/developers/developers-view.tsx')).DevelopersView,
);
const EndpointsView = lazily<ViewProps>(
  async () => (await import('./views/developers/developers-view.tsx')).EndpointsView,
);
const EndpointView = lazily<ViewProps>(
  async () => (await import('./views/developers/developers-view.tsx')).EndpointView,
);
const ExportsView = lazily<ViewProps>(async () => (await import('./views/exports/exports-view.tsx')).ExportsView);
const BatchesView = lazily<ViewProps>(async () => (await import('./views/intake/intake-view.tsx')).BatchesView);
const BatchView = lazily<ViewProps>(async () => (await import('./views/intake/intake-view.tsx')).BatchView);
const FormsView = lazily<ViewProps>(async () => (await import('./views/forms/list/forms-view.tsx')).FormsView);
const HistoryView = lazily<ViewProps>(async () => (await import('./views/settings/settings-view.tsx')).HistoryView);
const NotificationsView = lazily<ViewProps>(
  async () => (await import('./views/developers/developers-view.tsx')).NotificationsView,
);
const PlanView = lazily<ViewProps>(async () => (await import('./views/settings/settings-view.tsx')).PlanView);
const QueueView = lazily<ViewProps>(async () => (await import('./views/queue/queue-view.tsx')).QueueView);
const RedactionView = lazily<ViewProps>(async () => (await import('./views/settings/settings-view.tsx')).RedactionView);
const SearchView = lazily<ViewProps>(async () => (await import('./views/search/search-view.tsx')).SearchView);
const SendView = lazily<ViewProps>(async () => (await import('./views/send/send-view.tsx')).SendView);
const SystemView = lazily<ViewProps>(async () => (await import('./views/settings/settings-view.tsx')).SystemView);
const SourcesView = lazily<ViewProps>(async () => (await import('./views/intake/intake-view.tsx')).SourcesView);
const SourceView = lazily<ViewProps>(async () => (await import('./views/intake/intake-view.tsx')).SourceView);

export const VIEWS: readonly View[] = [
  { path: '/calls', title: 'calls.title', icon: 'calls', Component: CallsView },
  { path: '/calls/exports', title: 'exports.title', icon: null, Component: ExportsView },
  { path: '/calls/:id', title: 'calls.title', icon: null, Component: CallView },
  { path: '/send', title: 'send.title', icon: null, Component: SendView },
  { path: '/search', title: 'search.title', icon: 'search', Component: SearchView },
  { path: '/queue', title: 'queue.title', icon: 'look', Component: QueueView, Count: QueueCount },
  { path: '/forms', title: 'forms.title', icon: 'forms', Component: FormsView },
  { path: '/forms/:id', title: 'forms.title', icon: null, Component: CardView },
  { path: '/day', title: 'day.title', icon: 'day', Component: DayView },
  { path: '/day/coaching', title: 'coach.title', icon: null, Component: CoachingView },
  { path: '/agents/:agent', title: 'agent.title', icon: null, Component: AgentView },
  { path: '/intake', title: 'intake.title', icon: 'intake', Component: BatchesView },
  { path: '/intake/batches/:id', title: 'intake.title', icon: null, Component: BatchView },
  { path: '/intake/sources', title: 'intake.sources', icon: null, Component: SourcesView },
  { path: '/intake/sources/:id', title: 'intake.title', icon: null, Component: SourceView },
  { path: '/developers', title: 'developers.title', icon: 'code', Component: DevelopersView },
  { path: '/developers/endpoints', title: 'endpoints.title', icon: null, Component: EndpointsView },
  { path: '/developers/endpoints/:id', title: 'endpoints.title', icon: null, Component: EndpointView },
  {
    path: '/developers/notifications',
    title: 'developers.pages.notifications',
    icon: null,
    Component: NotificationsView,
  },
  { path: '/settings', title: 'settings.title', icon: 'settings', Component: PlanView },
  { path: '/settings/history', title: 'settings.pages.history', icon: null, Component: HistoryView },
  { path: '/settings/masking', title: 'redaction.page', icon: null, Component: RedactionView },
  { path: '/settings/system', title: 'system.page', icon: null, Component: SystemView },
  { path: '/settings/account', title: 'settings.pages.account', icon: null, Component: AccountView },
];

export function viewAt(path: string): { readonly view: View; readonly params: Params } | null {
  const found = bestMatch(VIEWS, path);
  return found && { view: found.entry, params: found.params };
}
