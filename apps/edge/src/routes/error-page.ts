import { errorCatalogue, type CatalogueEntry } from '@tollgate/errors';

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

function renderRow([name, entry]: [string, CatalogueEntry]): string {
  const code = escape(String(entry.code));
  const cells = [entry.status, `<code>${code}</code>`, `<code>${escape(entry.type)}</code>`];
  const retry = entry.retryable ? 'after a pause' : 'no';
  const columns = [...cells, escape(entry.message), retry];
  return `<tr id="${escape(name)}">${columns.map((cell) => `<td>${cell}</td>`).join('')}</tr>`;
}

/** The catalogue of errors for people. */
export const errorPage = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Errors</title>
    <style>
      body { font: 16px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; }
      table { border-collapse: collapse; width: 100%; }
      th, td { border-bottom: 1px solid #ddd; padding: 0.4rem 0.6rem; text-align: left; }
      tr:target { background: #fff3c4; }
    </style>
  </head>
  <body>
    <h1>Errors</h1>
    <p>
      Decide by the status and <code>error.code</code>, never by the message. The code is a text
      where a specific remedy exists, otherwise the number of the status. With
      <code>Retry-After</code> wait as long as it says; <code>x-should-retry: false</code> means
      that trying again is in vain.
    </p>
    <table>
      <thead>
        <tr><th>Status</th><th>Code</th><th>Type</th><th>Meaning</th><th>Try again</th></tr>
      </thead>
      <tbody>
${Object.entries(errorCatalogue)
  .map((entry) => `        ${renderRow(entry)}`)
  .join('\n')}
      </tbody>
    </table>
    <p><a href="/docs">API reference</a></p>
  </body>
</html>
`;
