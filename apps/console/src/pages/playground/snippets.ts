import { quote } from '../../ui/curl';

export const snippetKinds = ['curl', 'Python', 'TypeScript'] as const;
export type SnippetKind = (typeof snippetKinds)[number];

/** A call to write down; its key comes from the environment. */
export interface SnippetCall {
  readonly path: string;
  /** Sent as JSON, or as the fields of a form when there is a file. */
  readonly body: object;
  /** The name of the file that is sent in the field `file`. */
  readonly file?: string;
  /** Where the answer is written; without it it is printed. */
  readonly output?: string;
}

export function makeSnippet(kind: SnippetKind, call: SnippetCall, origin: string): string {
  const lines = kind === 'curl' ? makeCurl : kind === 'Python' ? makePython : makeTypeScript;
  return lines(call, `${origin}${call.path}`).join('\n');
}

function makeCurl({ body, file, output }: SnippetCall, url: string): readonly string[] {
  const target = output === undefined ? [] : [`  -o ${output}`];
  const sent =
    file === undefined
      ? ["  -H 'Content-Type: application/json'", `  -d ${quote(JSON.stringify(body, null, 2))}`]
      : [
          `  -F ${quote(`file=@${file}`)}`,
          ...Object.entries(body).map(([name, value]) => `  -F ${quote(`${name}=${value}`)}`),
        ];
  const head = [`curl -N ${url}`, '  -H "Authorization: Bearer $TOLLGATE_KEY"'];
  const all = [...head, ...sent, ...target];
  return all.map((line, index) => (index === all.length - 1 ? line : `${line} \\`));
}

function makePython({ body, file, output }: SnippetCall, url: string): readonly string[] {
  const data = JSON.stringify(JSON.stringify(body));
  const end =
    output === undefined
      ? ['for line in response.iter_lines():', '    print(line.decode())']
      : [`open(${JSON.stringify(output)}, "wb").write(response.content)`];
  return [
    'import json, os',
    'import requests  # pip install requests',
    '',
    `body = json.loads(${data})`,
    'response = requests.post(',
    `    ${JSON.stringify(url)},`,
    '    headers={"Authorization": f"Bearer {os.environ[\'TOLLGATE_KEY\']}"},',
    ...(file === undefined
      ? ['    json=body,']
      : ['    data=body,', `    files={"file": open(${JSON.stringify(file)}, "rb")},`]),
    '    stream=True,',
    ')',
    'response.raise_for_status()',
    ...end,
  ];
}

function makeTypeScript({ body, file, output }: SnippetCall, url: string): readonly string[] {
  const isForm = file !== undefined;
  const fields = JSON.stringify(body, null, 2);
  const form = [
    'const form = new FormData();',
    ...Object.entries(body).map(
      ([name, value]) => `form.append(${JSON.stringify(name)}, ${JSON.stringify(String(value))});`,
    ),
    `form.append('file', await openAsBlob(${JSON.stringify(file)}), ${JSON.stringify(file)});`,
  ];
  return [
    ...(isForm ? ["import { openAsBlob } from 'node:fs';"] : []),
    ...(output === undefined ? [] : ["import { writeFile } from 'node:fs/promises';"]),
    ...(isForm || output !== undefined ? [''] : []),
    ...(isForm ? form : []),
    `const response = await fetch('${url}', {`,
    "  method: 'POST',",
    '  headers: {',
    '    authorization: `Bearer ${process.env.TOLLGATE_KEY}`,',
    ...(isForm ? [] : ["    'content-type': 'application/json',"]),
    '  },',
    isForm ? '  body: form,' : `  body: JSON.stringify(${fields.replaceAll('\n', '\n  ')}),`,
    '});',
    output === undefined
      ? 'for await (const chunk of response.body) process.stdout.write(chunk);'
      : `await writeFile('${output}', Buffer.from(await response.arrayBuffer()));`,
  ];
}
