import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router';
import { readLedgerFilters } from '../pages/billing/ledger-filters';
import { readCallFilters } from '../pages/calls/call-filters';
import { readKeyView } from '../pages/keys/key-filters';
import { readModelsView, readWhatIfView } from '../pages/models/models-view';
import { NotFoundPage } from '../pages/not-found';
import { readOperatorFilters } from '../pages/operator/operator-filters';
import { readOrgView } from '../pages/orgs/org-view';
import { playgroundKinds } from '../pages/playground/playground-kinds';
import { readUsageView } from '../pages/usage/usage-view';
import { ErrorState } from '../ui/states';
import { queryClient } from './query-client';
import { readListView } from './list-view';
import { compact, readChoice, readText, type Search } from './search';
import { accountQuery } from './session';

const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: NotFoundPage,
  errorComponent: ({ error, reset }) => <ErrorState error={error} onRetry={reset} />,
});

const readToken = (search: Search) => compact({ token: readText(search, 'token') });

/** Pages without a session: sign-in and what the links in our mails open. */
const openRoutes = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in',
    validateSearch: (search: Search) => compact({ next: readText(search, 'next') }),
    component: lazyRouteComponent(() => import('../pages/sign-in/sign-in-page'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-up',
    validateSearch: (search: Search) => compact({ next: readText(search, 'next') }),
    component: lazyRouteComponent(() => import('../pages/sign-in/sign-up-page'), 'SignUpPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sign-in-link',
    validateSearch: readToken,
    component: lazyRouteComponent(
      () => import('../pages/sign-in/sign-in-link-page'),
      'SignInLinkPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/verify-email',
    validateSearch: readToken,
    component: lazyRouteComponent(
      () => import('../pages/sign-in/verify-email-page'),
      'VerifyEmailPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/reset-password',
    validateSearch: readToken,
    component: lazyRouteComponent(
      () => import('../pages/sign-in/reset-password-page'),
      'ResetPasswordPage',
    ),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/student',
    component: lazyRouteComponent(() => import('../pages/institution/student-page'), 'StudentPage'),
  }),
] as const;

/** Models and their prices are for everybody. */
function isOpenToVisitors(path: string): boolean {
  return path === '/models' || path.startsWith('/models/');
}

/** Everything else has the navigation around it and needs a session. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: lazyRouteComponent(() => import('./shell'), 'Shell'),
  beforeLoad: async ({ location }) => {
    const account = await queryClient.ensureQueryData(accountQuery);
    if (account === null && !isOpenToVisitors(location.pathname)) {
      redirect({ to: '/sign-in', search: { next: location.href }, throw: true });
    }
  },
});

const pageRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/',
    component: lazyRouteComponent(() => import('../pages/home/home-page'), 'HomePage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/keys',
    validateSearch: readKeyView,
    component: lazyRouteComponent(() => import('../pages/keys/keys-page'), 'KeysPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/models',
    validateSearch: readModelsView,
    component: lazyRouteComponent(() => import('../pages/models/models-page'), 'ModelsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/models/$author/$slug',
    validateSearch: readWhatIfView,
    component: lazyRouteComponent(() => import('../pages/models/model-page'), 'ModelPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/playground',
    validateSearch: (search: Search) =>
      compact({
        kind: readChoice(search, 'kind', playgroundKinds),
        model: readText(search, 'model'),
        dialect: readText(search, 'dialect'),
      }),
    component: lazyRouteComponent(
      () => import('../pages/playground/playground-page'),
      'PlaygroundPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/refusals',
    validateSearch: (search: Search) => compact({ find: readText(search, 'find') }),
    component: lazyRouteComponent(() => import('../pages/refusals/refusals-page'), 'RefusalsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/calls',
    validateSearch: readCallFilters,
    component: lazyRouteComponent(() => import('../pages/calls/calls-page'), 'CallsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/calls/$id',
    component: lazyRouteComponent(() => import('../pages/calls/receipt-page'), 'ReceiptPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/usage',
    validateSearch: readUsageView,
    component: lazyRouteComponent(() => import('../pages/usage/usage-page'), 'UsagePage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/usage/caching',
    validateSearch: readUsageView,
    component: lazyRouteComponent(() => import('../pages/usage/caching-page'), 'CachingPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/videos',
    component: lazyRouteComponent(() => import('../pages/videos/videos-page'), 'VideosPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/orgs',
    component: lazyRouteComponent(() => import('../pages/orgs/orgs-page'), 'OrgsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/orgs/$orgId/$section',
    validateSearch: (search: Search) => ({
      ...readKeyView(search),
      ...readCallFilters(search),
      ...readUsageView(search),
      ...readLedgerFilters(search),
      ...readOrgView(search),
    }),
    component: lazyRouteComponent(() => import('../pages/orgs/org-page'), 'OrgPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/orgs/$orgId/calls/$id',
    component: lazyRouteComponent(() => import('../pages/calls/receipt-page'), 'OrgReceiptPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/orgs/$orgId/statements/$month',
    component: lazyRouteComponent(
      () => import('../pages/billing/statement-page'),
      'OrgStatementPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/orgs/$orgId/top-ups/$topupId',
    component: lazyRouteComponent(() => import('../pages/billing/top-up-page'), 'OrgTopUpPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/orgs/$orgId/invoices/$invoiceId',
    component: lazyRouteComponent(() => import('../pages/orgs/invoice-page'), 'InvoicePage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/operator/$section',
    validateSearch: (search: Search) => ({
      ...readListView(search),
      ...readOperatorFilters(search),
    }),
    component: lazyRouteComponent(() => import('../pages/operator/operator-page'), 'OperatorPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/operator/orgs/$orgId',
    validateSearch: readListView,
    component: lazyRouteComponent(() => import('../pages/operator/org-page'), 'OperatorOrgPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/invitations',
    validateSearch: readToken,
    component: lazyRouteComponent(
      () => import('../pages/invitations/invitation-page'),
      'InvitationPage',
    ),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/billing',
    validateSearch: readLedgerFilters,
    component: lazyRouteComponent(() => import('../pages/billing/billing-page'), 'BillingPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/billing/statements/$month',
    component: lazyRouteComponent(() => import('../pages/billing/statement-page'), 'StatementPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/billing/top-ups/$topupId',
    component: lazyRouteComponent(() => import('../pages/billing/top-up-page'), 'TopUpPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/settings',
    component: lazyRouteComponent(() => import('../pages/settings/settings-page'), 'SettingsPage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/components',
    component: lazyRouteComponent(
      () => import('../pages/components/components-page'),
      'ComponentsPage',
    ),
  }),
] as const;

const routeTree = rootRoute.addChildren([...openRoutes, shellRoute.addChildren([...pageRoutes])]);

/** `history` is the browser's unless the build draws a page. */
export function createConsoleRouter(history?: RouterHistory): ConsoleRouter {
  return makeRouter(history);
}

function makeRouter(history: RouterHistory | undefined) {
  return createRouter({ routeTree, defaultPreload: 'intent', history });
}

type ConsoleRouter = ReturnType<typeof makeRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: ConsoleRouter;
  }
}
