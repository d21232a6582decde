// The views, by their addresses. A view is a line here, a folder in `views`, and texts in both languages.
import type { ComponentType, FunctionComponent } from 'preact';
import type { IconName } from './parts/icon.tsx';
import { lazily } from './parts/lazily.tsx';
import { bestMatch } from './routing/address.js';
import { isAgent, may } from './session/member.js';
import type { Operation } from './session/role-rights.js';
import type { TextKey } from './texts/en.js';
import { CallsView } from './views/calls/calls-view.tsx';
import { QueueCount } from './views/queue/queue-count.tsx';
import { RatingCount } from './views/queue/waiting-ratings.tsx';

export interface View {
  /** Below `/app`; a part that begins with a colon is given to the view by its name. */
  readonly path: string;
  readonly title: TextKey;
  /** Its place in the navigation; null for a view that others lead to. */
  readonly icon: IconName | null;
  readonly Component: ComponentType<ViewProps>;
  /** A number beside its title in the navigation. */
  readonly Count?: FunctionComponent;
  /** Operation that a person must be allowed to use to open it. */
  readonly needs: Operation;
  /** Agents have views of their own, and share some; missing: a view of all others. */
  readonly who?: 'agents' | 'all';
  /** Address to which its place in the navigation leads people whom it is closed to. */
  readonly orElse?: string;
}

type Params = Readonly<Record<string, string>>;

interface ViewProps {
  readonly params: Params;
}

// These are fetched when they are first opened.
const AccountView = lazily<ViewProps>(async () => (await import('./views/settings/settings-view.tsx')).AccountView);
const AgentView = lazily<ViewProps>(async () => (await import('./views/agent/agent-view.tsx')).AgentView);
export const CallView = lazily<ViewProps>(async () => (await import('./views/call/call-view.tsx')).CallView);
export const RateView = lazily<{ readonly calibrationId: string; readonly reviewerId: string }>(
  async () => (await import('./views/rate/rate-view.tsx')).RateView,
);
const CalibrationsView = lazily<ViewProps>(
  async () => (await import('./views/calibrations/calibrations-view.tsx')).CalibrationsView,
);
const CalibrationView = lazily<ViewProps>(
  async () => (await import('./views/calibrations/calibrations-view.tsx')).CalibrationView,
);
const MyRatingView = lazily<ViewProps>(
  async () => (await import('./views/calibrations/calibrations-view.tsx')).MyRatingView,
);
const CardView = lazily<ViewProps>(async () => (await import('./views/forms/card/card-view.tsx')).CardView);
const CoachingView = lazily<ViewProps>(async () => (await import('./views/coaching/coaching-view.tsx')).CoachingView);
const DataAuditView = lazily<ViewProps>(async () => (await import('./views/data/data-view.tsx')).AuditView);
const DataErasuresView = lazily<ViewProps>(async () => (await import('./views/data/data-view.tsx')).ErasuresView);
const DataHoldsView = lazily<ViewProps>(async () => (await import('./views/data/data-view.tsx')).HoldsView);
const DataHoldView = lazily<ViewProps>(async () => (await import('./views/data/data-view.tsx')).HoldView);
const DataRetentionView = lazily<ViewProps>(async () => (await import('./views/data/data-view.tsx')).RetentionView);
const DayView = lazily<ViewProps>(async () => (await import('./views/day/day-view.tsx')).DayView);
const DevelopersView = lazily<ViewProps>(
  async () => (await import('./views/developers/developers-view.tsx')).DevelopersView,
);
const DisputesView = lazily<ViewProps>(async () => (await import('./views/disputes/disputes-view.tsx')).DisputesView);
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
const EnginesView = lazily<ViewProps>(async () => (await import('./views/settings/settings-view.tsx')).EnginesView);
const HistoryView = lazily<ViewProps>(async () => (await import('./views/settings/settings-view.tsx')).HistoryView);
const MembersView = lazily<ViewProps>(async () => (await import('./views/settings/settings-view.tsx')).MembersView);
const MineView = lazily<ViewProps>(async () => (await import('./views/mine/mine-view.tsx')).MineView);
const NotificationsView = lazily<ViewProps>(
  async () => (await import('./views/developers/developers-view.tsx')).NotificationsView,
);
const PlanView = lazily<ViewProps>(async () => (await import('./views/settings/settings-view.tsx')).PlanView);
const QueueView = lazily<ViewProps>(async () => (await import('./views/queue/queue-view.tsx')).QueueView);
const RedactionView = lazily<ViewProps>(async () => (await import('./views/settings/settings-view.tsx')).RedactionView);
const SearchView = lazily<ViewProps>(async () => (await import('./views/search/search-view.tsx')).SearchView);
const SendView = lazily<ViewProps>(async () => (await import('./views/send/send-view.tsx')).SendView);
const SystemView = lazily<ViewProps>(async () => (await import('./views/settings/settings-view.tsx')).SystemView);
const SignInView = lazily<ViewProps>(async () => (await import('./views/settings/settings-view.tsx')).SignInView);
const TrialsView = lazily<ViewProps>(async () => (await import('./views/trials/trials-view.tsx')).TrialsView);
const TrialView = lazily<ViewProps>(async () => (await import('./views/trials/trials-view.tsx')).TrialView);
const SourcesView = lazily<ViewProps>(async () => (await import('./views/intake/intake-view.tsx')).SourcesView);
const SourceView = lazily<ViewProps>(async () => (await import('./views/intake/intake-view.tsx')).SourceView);

const ACCOUNT = '/settings/account';

export const VIEWS: readonly View[] = [
  { path: '/mine', title: 'mine.title', icon: 'calls', Component: MineView, needs: 'listAnalyses', who: 'agents' },
  { path: '/calls', title: 'calls.title', icon: 'calls', Component: CallsView, needs: 'listAnalyses' },
  { path: '/calls/exports', title: 'exports.title', icon: null, Component: ExportsView, needs: 'createExport' },
  { path: '/calls/:id', title: 'calls.title', icon: null, Component: CallView, needs: 'getAnalysis', who: 'all' },
  { path: '/send', title: 'send.title', icon: null, Component: SendView, needs: 'createAnalysis' },
  { path: '/search', title: 'search.title', icon: 'search', Component: SearchView, needs: 'searchCalls' },
  {
    path: '/queue',
    title: 'queue.title',
    icon: 'look',
    Component: QueueView,
    Count: QueueCount,
    needs: 'listReviewQueue',
  },
  {
    path: '/queue/disputes',
    title: 'disputes.title',
    icon: null,
    Component: DisputesView,
    needs: 'resolveDispute',
  },
  {
    path: '/forms',
    title: 'forms.title',
    icon: 'forms',
    Component: FormsView,
    Count: RatingCount,
    needs: 'listScorecards',
  },
  { path: '/forms/:id', title: 'forms.title', icon: null, Component: CardView, needs: 'listScorecards' },
  {
    path: '/forms/calibrations',
    title: 'calibrations.title',
    icon: null,
    Component: CalibrationsView,
    needs: 'listCalibrations',
  },
  {
    path: '/forms/calibrations/:id',
    title: 'calibrations.title',
    icon: null,
    Component: CalibrationView,
    needs: 'listCalibrations',
  },
  {
    path: '/forms/calibrations/:id/rate',
    title: 'calibrations.title',
    icon: null,
    Component: MyRatingView,
    needs: 'rateCall',
  },
  { path: '/day', title: 'day.title', icon: 'day', Component: DayView, needs: 'getStatistics' },
  { path: '/day/coaching', title: 'coach.title', icon: null, Component: CoachingView, needs: 'getStatistics' },
  { path: '/agents/:agent', title: 'agent.title', icon: null, Component: AgentView, needs: 'getStatistics' },
  { path: '/intake', title: 'intake.title', icon: 'intake', Component: BatchesView, needs: 'listBatches' },
  { path: '/intake/batches/:id', title: 'intake.title', icon: null, Component: BatchView, needs: 'listBatches' },
  { path: '/intake/sources', title: 'intake.sources', icon: null, Component: SourcesView, needs: 'listSources' },
  { path: '/intake/sources/:id', title: 'intake.title', icon: null, Component: SourceView, needs: 'listSources' },
  { path: '/developers', title: 'developers.title', icon: 'code', Component: DevelopersView, needs: 'listApiKeys' },
  {
    path: '/developers/endpoints',
    title: 'endpoints.title',
    icon: null,
    Component: EndpointsView,
    needs: 'listWebhookEndpoints',
  },
  {
    path: '/developers/endpoints/:id',
    title: 'endpoints.title',
    icon: null,
    Component: EndpointView,
    needs: 'listWebhookEndpoints',
  },
  {
    path: '/developers/notifications',
    title: 'developers.pages.notifications',
    icon: null,
    Component: NotificationsView,
    needs: 'testWebhook',
  },
  {
    path: '/settings',
    title: 'settings.title',
    icon: 'settings',
    Component: PlanView,
    needs: 'getSubscription',
    orElse: ACCOUNT,
  },
  {
    path: '/settings/history',
    title: 'settings.pages.history',
    icon: null,
    Component: HistoryView,
    needs: 'getUsageHistory',
  },
  {
    path: '/settings/masking',
    title: 'redaction.page',
    icon: null,
    Component: RedactionView,
    needs: 'getRedactionSettings',
  },
  {
    path: '/settings/engines',
    title: 'engines.page',
    icon: null,
    Component: EnginesView,
    needs: 'updateEngineSettings',
  },
  {
    path: '/settings/engines/trials',
    title: 'trials.page',
    icon: null,
    Component: TrialsView,
    needs: 'listEngineTrials',
  },
  {
    path: '/settings/engines/trials/:id',
    title: 'trials.page',
    icon: null,
    Component: TrialView,
    needs: 'listEngineTrials',
  },
  {
    path: '/settings/data',
    title: 'data.page',
    icon: null,
    Component: DataRetentionView,
    needs: 'updateRetentionSettings',
  },
  { path: '/settings/data/holds', title: 'data.holds', icon: null, Component: DataHoldsView, needs: 'createHold' },
  { path: '/settings/data/holds/:id', title: 'data.holds', icon: null, Component: DataHoldView, needs: 'createHold' },
  {
    path: '/settings/data/erasures',
    title: 'data.erasures',
    icon: null,
    Component: DataErasuresView,
    needs: 'createErasure',
  },
  {
    path: '/settings/data/audit',
    title: 'data.audit',
    icon: null,
    Component: DataAuditView,
    needs: 'listAuditEntries',
  },
  { path: '/settings/system', title: 'system.page', icon: null, Component: SystemView, needs: 'getStatus' },
  { path: '/settings/sign-in', title: 'signIn.page', icon: null, Component: SignInView, needs: 'updateSignIn' },
  { path: '/settings/members', title: 'members.page', icon: null, Component: MembersView, needs: 'listMembers' },
  {
    path: ACCOUNT,
    title: 'settings.pages.account',
    icon: null,
    Component: AccountView,
    needs: 'updateCurrentUser',
    who: 'all',
  },
];

export const mayOpen = ({ needs, who }: View): boolean =>
  may(needs) && (who === 'all' || (who === 'agents') === isAgent.value);

/** Those with a place in the navigation, each with the address to which it leads this person. */
export const navigation = (): readonly View[] =>
  VIEWS.flatMap((view) => {
    if (view.icon === null) return [];
    if (mayOpen(view)) return [view];
    return view.orElse === undefined ? [] : [{ ...view, path: view.orElse }];
  });

/** The view that opens first. */
export const home = (): string => (isAgent.value ? '/mine' : '/calls');

export function viewAt(path: string): { readonly view: View; readonly params: Params } | null {
  const found = bestMatch(VIEWS, path);
  return found && { view: found.entry, params: found.params };
}

export function mayOpenAt(path: string): boolean {
  const found = viewAt(path);
  return found !== null && mayOpen(found.view);
}
