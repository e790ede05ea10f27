import { relative } from 'node:path';
import type { StackCredentials } from '@tollgate/embedded';
import type { SignInLink } from './make-sign-in-links';

export interface SummaryRow {
  readonly service: string;
  readonly address: string;
  readonly pid: string;
}

export interface SummaryOptions {
  readonly dataDirectory: string;
  readonly providers: string | undefined;
  readonly consoleUrl: string;
  readonly links: readonly SignInLink[];
}

/** The table of parts, links into the console, and a call to paste. */
export function formatSummary(
  rows: readonly SummaryRow[],
  credentials: StackCredentials,
  { consoleUrl, dataDirectory, links, providers }: SummaryOptions,
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
          ...formatConsole(consoleUrl, links),
          '',
          ...formatCall(credentials.baseUrl, credentials.demo.standardKey),
        ]),
    '',
  ].join('\n');
}

function formatConsole(consoleUrl: string, links: readonly SignInLink[]): string[] {
  return [
    `console: ${consoleUrl}`,
    ...links.map(({ email, url }) => `  sign in once as ${email}: ${url}`),
    '  the links work for 15 minutes; another start prints new ones',
  ];
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
