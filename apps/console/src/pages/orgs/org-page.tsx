import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../i18n/language';
import { Page } from '../../ui/page';
import { QueryView } from '../../ui/query-view';
import { EmptyState } from '../../ui/states';
import { Tabs } from '../../ui/tabs';
import { InstitutionSection } from '../institution/institution-section';
import { AuditSection } from './audit-section';
import { CallsSection } from './calls-section';
import { InvitationsSection } from './invitations-section';
import { InvoicesSection } from './invoices-section';
import { KeysSection } from './keys-section';
import { LimitsSection } from './limits-section';
import { MembersSection } from './members-section';
import { useOrganizations } from './org-queries';
import { listSections, type OrgSection } from './org-sections';
import { OverviewSection } from './overview-section';
import { ReportsSection } from './reports-section';
import { RulesSection } from './rules-section';
import { TeamsSection } from './teams-section';
import { UsageSection } from './usage-section';

interface SectionProps {
  readonly orgId: string;
  readonly role: string;
}

const sections: Readonly<Record<OrgSection, (props: SectionProps) => ReactNode>> = {
  overview: OverviewSection,
  teams: TeamsSection,
  members: MembersSection,
  invitations: InvitationsSection,
  limits: LimitsSection,
  keys: KeysSection,
  calls: CallsSection,
  rules: RulesSection,
  usage: UsageSection,
  reports: ReportsSection,
  invoices: InvoicesSection,
  institution: InstitutionSection,
  audit: AuditSection,
};

function nameSection(section: OrgSection): string {
  const names: Readonly<Record<OrgSection, string>> = {
    overview: t('Overview'),
    teams: t('Teams'),
    members: t('Members'),
    invitations: t('Invitations'),
    limits: t('Limits'),
    keys: t('Keys'),
    calls: t('Calls'),
    rules: t('Content rules'),
    usage: t('Usage'),
    reports: t('Reports'),
    invoices: t('Invoices'),
    institution: t('Institution'),
    audit: t('Audit log'),
  };
  return names[section];
}

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
    <Page title={name} lead={t('Your role is {role}.', { role })}>
      {open.length > 0 && (
        <Tabs
          label={t('Parts of the organization')}
          tabs={open.map((each) => ({
            title: nameSection(each),
            link: { to: '/orgs/$orgId/$section', params: { orgId, section: each } },
          }))}
        />
      )}
      {Section === undefined ? (
        <EmptyState title={t('Your role does not show this part')}>
          {t('Ask an administrator of the organization for another role.')}
        </EmptyState>
      ) : (
        <Section orgId={orgId} role={role} />
      )}
    </Page>
  );
}
