import type { Checks } from './checks';
import type { ComposeProject } from './compose-project';

/** The services that call providers of models or of payments, or receivers of webhooks. */
export const outsideServices = ['billing', 'orgs', 'relay', 'video'];

const program = 'fetch(process.argv[1]).then(({ status }) => process.exit(status === 200 ? 0 : 1))';

/** The address of the edge in the outer network stands for an address outside. */
export async function checkOutside(
  checks: Checks,
  project: ComposeProject,
  siteUrl: string,
): Promise<void> {
  await checks.run('services that call providers reach the outer network', async () => {
    const callers = project.services.filter(({ name }) => outsideServices.includes(name));
    for (const { name } of callers) {
      await project.exec(name, ['node', '-e', program, `${siteUrl}/healthz`]);
    }
    return callers.map(({ name }) => name).join(', ');
  });
}
