import type { Account } from './accounts';
import type { ApiCall } from './api-call';
import type { Gateway } from './gateway';
import { openInvoicedOrg, type InvoicedOrg } from './org-invoices';
import { recipe, type Recipe } from './recipe';

/** What an organization spent and owes; one invoice is paid, another one withdrawn. */
export function makeOrgBillingRecipes(gateway: Gateway, founder: () => Account): readonly Recipe[] {
  const orgs: InvoicedOrg[] = [];
  let callId = '';
  const asFounder = (): ApiCall => ({ cookie: founder().cookie });
  const asOperator = (): ApiCall => ({ bearer: gateway.credentials().adminToken });
  const decide = (operation: string, place: number): Recipe =>
    recipe(operation, asOperator, {
      path: () =>
        (operation.split(' ')[1] ?? '').replace('{id}', orgs[place]?.invoice.id as string),
    });
  const read = (operation: string, query = ''): Recipe =>
    recipe(operation, asFounder, {
      path: () =>
        (operation.split(' ')[1] ?? '')
          .replace('{orgId}', orgs[0]?.orgId ?? '')
          .replace('{id}', orgs[0]?.invoice.id as string) + query,
    });
  const month = `?year=${new Date().getUTCFullYear()}&month=${new Date().getUTCMonth() + 1}`;
  return [
    recipe('GET /api/admin/invoices', async () => {
      for (let count = 0; count < 2; count++) {
        orgs.push(await openInvoicedOrg(gateway, founder()));
      }
      return asOperator();
    }),
    read('GET /api/orgs/{orgId}/invoices'),
    read('GET /api/orgs/{orgId}/invoices/{id}'),
    decide('POST /api/admin/invoices/{id}/mark-paid', 0),
    decide('POST /api/admin/invoices/{id}/void', 1),
    recipe('GET /api/admin/usage', asOperator),
    recipe('POST /api/admin/bills/compare', () => ({
      ...asOperator(),
      body: { provider: 'simulator', report: 'date,model,cost\n2026-11-01,chat,0.25' },
    })),
    { ...read('GET /api/orgs/{orgId}/calls'), after: ({ json }) => (callId = json.calls[0].id) },
    recipe('GET /api/orgs/{orgId}/calls/{id}', asFounder, {
      path: () => `/api/orgs/${orgs[0]?.orgId ?? ''}/calls/${callId}`,
    }),
    read('GET /api/orgs/{orgId}/live', '?seconds=1'),
    read('GET /api/orgs/{orgId}/usage/caching', '?from=2026-11-01&to=2026-11-03'),
    read('GET /api/orgs/{orgId}/series', '?metric=tokens&from=2026-11-01&to=2026-11-03&group=team'),
    read('GET /api/orgs/{orgId}/reports/overview'),
    read('GET /api/orgs/{orgId}/reports/by-team'),
    read('GET /api/orgs/{orgId}/reports/by-model', month),
    read('GET /api/orgs/{orgId}/reports/by-member', month),
    read('GET /api/orgs/{orgId}/reports/export', month),
  ];
}
