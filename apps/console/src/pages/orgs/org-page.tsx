import { useParams } from '@tanstack/react-router';
import {
  lazy,
  Suspense,
  type ComponentType,
  type LazyExoticComponent,
  type ReactNode,
} from 'react';
import { t } from '../../i18n/language';
import { Page } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { EmptyState, LoadingState } from '../../ui/states';
import { Tabs } from '../../ui/tabs';
import { nameOrgSection } from './name-org-section';
import { useOrganizations } from './org-queries';
import { listSections, type OrgSection } from './org-sections';
import { nameRole } from './roles';

interface SectionProps {
  readonly orgId: string;
  readonly role: string;
}

type Section = LazyExoticComponent<ComponentType<SectionProps>>;

/** Each part is loaded when it is opened. */
const sections: Readonly<Record<OrgSection, Section>> = {
  overview: lazy(async () => ({ default: (await import('./overview-section')).OverviewSection })),
  teams: lazy(async () => ({ default: (await import('./teams-section')).TeamsSection })),
  members: lazy(async () => ({ default: (await import('./members-section')).MembersSection })),
  invitations: lazy(async () => ({
    default: (await import('./invitations-section')).InvitationsSection,
  })),
  limits: lazy(async () => ({ default: (await import('./limits-section')).LimitsSection })),
  keys: lazy(async () => ({ default: (await import('./keys-section')).KeysSection })),
  calls: lazy(async () => ({ default: (await import('./calls-section')).CallsSection })),
  refusals: lazy(async () => ({ default: (await import('./refusals-section')).RefusalsSection })),
  'own-keys': lazy(async () => ({ default: (await import('./own-keys-section')).OwnKeysSection })),
  rules: lazy(async () => ({ default: (await import('./rules-section')).RulesSection })),
  usage: lazy(async () => ({ default: (await import('./usage-section')).UsageSection })),
  caching: lazy(async () => ({ default: (await import('./caching-section')).CachingSection })),
  reports: lazy(async () => ({ default: (await import('./reports-section')).ReportsSection })),
  billing: lazy(async () => ({ default: (await import('./billing-section')).BillingSection })),
  invoices: lazy(async () => ({ default: (await import('./invoices-section')).InvoicesSection })),
  institution: lazy(async () => ({
    default: (await import('../institution/institution-section')).InstitutionSection,
  })),
  audit: lazy(async () => ({ default: (await import('./audit-section')).AuditSection })),
};

/** One organization: what the viewer's role may see of it. */
export function OrgPage(): ReactNode {
  const { orgId } = useParams({ from: '/shell/orgs/$orgId/$section' });
  const organizations = useOrganizations();
  return (
    <QueryView query={organizations}>
      {(data) => {
        const own = data.organizations.find(({ id }) => id === orgId);
        if (own === undefined) {
          return (
            <Page title={t('Organization')}>
              <EmptyState title={t('You do not belong to this organization')} />
            </Page>
          );
        }
        return <Organization orgId={orgId} name={own.name} role={own.role} />;
      }}
    </QueryView>
  );
}

function Organization({
  name,
  orgId,
  role,
}: {
  readonly orgId: string;
  readonly name: string;
  readonly role: string;
}): ReactNode {
  const { section } = useParams({ from: '/shell/orgs/$orgId/$section' });
  const open = listSections(role);
  const shown = open.find((each) => each === section);
  const Section = shown === undefined ? undefined : sections[shown];
  return (
    <Page title={name} lead={t('Your role is {role}.', { role: nameRole(role) })}>
      {open.length > 0 && (
        <Tabs
          label={t('Parts of the organization')}
          tabs={open.map((each) => ({
            title: nameOrgSection(each),
            link: { to: '/orgs/$orgId/$section', params: { orgId, section: each } },
          }))}
        />
      )}
      {Section === undefined ? (
        <EmptyState title={t('Your role does not show this part')}>
          {t('Ask an administrator of the organization for another role.')}
        </EmptyState>
      ) : (
        <Suspense fallback={<LoadingState lines={8} />}>
          <Section orgId={orgId} role={role} />
        </Suspense>
      )}
    </Page>
  );
}
