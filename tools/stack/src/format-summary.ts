import { relative } from 'node:path';
import type { DemoAccount, StackCredentials } from '@tollgate/embedded';

export interface SummaryRow {
  readonly service: string;
  readonly address: string;
  readonly pid: string;
}

/** The table of parts, and a call to paste. */
export function formatSummary(
  rows: readonly SummaryRow[],
  credentials: StackCredentials,
  { dataDirectory, providers }: { dataDirectory: string; providers: string | undefined },
): string {
  const widthOf = (column: 'service' | 'address'): number =>
    Math.max(...rows.map((row) => row[column].length));
  const table = [{ service: 'service', address: 'address', pid: 'pid' }, ...rows].map(
    (row) =>
      `  ${row.service.padEnd(widthOf('service'))}  ` +
      `${row.address.padEnd(widthOf('address'))}  ${row.pid}`,
  );
  const folder = relative(process.cwd(), dataDirectory) || dataDirectory;
  return [
    '',
    ...table,
    '',
    `  keys, passwords, addresses: ${folder}/credentials.json; logs: ${folder}/logs`,
    ...(providers === undefined ? [] : [`  ${providers}`]),
    ...(credentials.demo === undefined
      ? []
      : [
          '',
          ...formatConsole(credentials.baseUrl, credentials.demo),
          '',
          ...formatCall(credentials.baseUrl, credentials.demo.standardKey),
        ]),
    '',
  ].join('\n');
}

function formatConsole(baseUrl: string, { email, password }: DemoAccount): string[] {
  return [`console: ${baseUrl}`, `  sign in as ${email} with the password ${password}`];
}

function formatCall(baseUrl: string, key: string): string[] {
  const body = { model: 'simulator/chat', messages: [{ role: 'user', content: 'Hello' }] };
  return [
    `curl ${baseUrl}/v1/chat/completions \\`,
    `  -H 'Authorization: Bearer ${key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '${JSON.stringify(body)}'`,
  ];
}
