import type { LinkProps } from '@tanstack/react-router';
import { t } from '../i18n/language';
import { isOperator, type Account } from './session';

export interface NavigationEntry {
  readonly link: Pick<LinkProps, 'to' | 'params'>;
  readonly title: () => string;
  /** Pages with several addresses: all below this one. */
  readonly prefix?: string;
}

const entries: readonly (NavigationEntry & { readonly isShown?: (account: Account) => boolean })[] =
  [
    { link: { to: '/' }, title: () => t('Home') },
    { link: { to: '/keys' }, title: () => t('Keys') },
    { link: { to: '/calls' }, title: () => t('Calls') },
    { link: { to: '/refusals' }, title: () => t('Refusals') },
    { link: { to: '/usage' }, title: () => t('Usage') },
    { link: { to: '/models' }, title: () => t('Models') },
    { link: { to: '/playground' }, title: () => t('Playground') },
    { link: { to: '/videos' }, title: () => t('Video jobs') },
    { link: { to: '/billing' }, title: () => t('Billing') },
    { link: { to: '/orgs' }, title: () => t('Organizations') },
    { link: { to: '/settings' }, title: () => t('Settings') },
    {
      link: { to: '/operator/$section', params: { section: 'health' } },
      title: () => t('Operator'),
      prefix: '/operator/',
      isShown: isOperator,
    },
    { link: { to: '/components' }, title: () => t('Components'), isShown: isOperator },
  ];

/** The pages that an account may open, in the order of the navigation. */
export function listPages(account: Account): readonly NavigationEntry[] {
  return entries.filter(({ isShown }) => isShown?.(account) ?? true);
}

/** The same and the pages that others lead to, as the command palette finds them. */
export function listPalettePages(account: Account): readonly NavigationEntry[] {
  return [...listPages(account), { link: { to: '/usage/caching' }, title: () => t('Caching') }];
}
