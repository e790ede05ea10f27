import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import { NotFoundPage } from '../pages/not-found';
import { ErrorState } from '../ui/states';
import { queryClient } from './query-client';
import { compact, readChoice, readText, type Search } from './search';
import { accountQuery } from './session';
import { Shell } from './shell';

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
] as const;

/** Everything else has the navigation around it and needs a session. */
const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  component: Shell,
  beforeLoad: async ({ location }) => {
    const account = await queryClient.ensureQueryData(accountQuery);
    if (account === null) {
      redirect({ to: '/sign-in', search: { next: location.href }, throw: true });
    }
  },
});

const keySorts = ['name', 'spend', 'lastUsed', 'expires', 'created'] as const;

const pageRoutes = [
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/',
    component: lazyRouteComponent(() => import('../pages/home/home-page'), 'HomePage'),
  }),
  createRoute({
    getParentRoute: () => shellRoute,
    path: '/keys',
    validateSearch: (search: Search) =>
      compact({
        find: readText(search, 'find'),
        sort: readChoice(search, 'sort', keySorts),
        order: readChoice(search, 'order', ['up', 'down'] as const),
      }),
    component: lazyRouteComponent(() => import('../pages/keys/keys-page'), 'KeysPage'),
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
    component: lazyRouteComponent(() => import('../pages/billing/billing-page'), 'BillingPage'),
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

export const router = createRouter({
  routeTree: rootRoute.addChildren([...openRoutes, shellRoute.addChildren([...pageRoutes])]),
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
