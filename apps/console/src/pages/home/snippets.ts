export const clients = {
  curl: 'curl',
  python: 'Python (openai)',
  typescript: 'TypeScript (openai)',
  anthropic: 'Python (anthropic)',
} as const;
export type Client = keyof typeof clients;

const model = 'auto';

/**
 * A program that makes one call. Without the secret of a key, which is known only right after it
 * was made, the variable `TOLLGATE_KEY` stands for it.
 */
export function makeSnippet(client: Client, origin: string, secret?: string): string {
  const importOs = secret === undefined ? ['import os'] : [];
  const pythonKey = secret === undefined ? 'os.environ["TOLLGATE_KEY"]' : `"${secret}"`;
  switch (client) {
    case 'curl':
      return [
        `curl ${origin}/v1/chat/completions \\`,
        `  -H "Authorization: Bearer ${secret ?? '$TOLLGATE_KEY'}" \\`,
        "  -H 'Content-Type: application/json' \\",
        `  -d '{"model": "${model}", "messages": [{"role": "user", "content": "Hello"}]}'`,
      ].join('\n');
    case 'python':
      return [
        ...importOs,
        'from openai import OpenAI',
        '',
        `client = OpenAI(base_url="${origin}/v1", api_key=${pythonKey})`,
        'answer = client.chat.completions.create(',
        `    model="${model}", messages=[{"role": "user", "content": "Hello"}]`,
        ')',
        'print(answer.choices[0].message.content)',
      ].join('\n');
    case 'typescript':
      return [
        "import OpenAI from 'openai';",
        '',
        'const client = new OpenAI({',
        `  baseURL: '${origin}/v1',`,
        `  apiKey: ${secret === undefined ? 'process.env.TOLLGATE_KEY' : `'${secret}'`},`,
        '});',
        'const answer = await client.chat.completions.create({',
        `  model: '${model}',`,
        "  messages: [{ role: 'user', content: 'Hello' }],",
        '});',
        'console.log(answer.choices[0]?.message.content);',
      ].join('\n');
    case 'anthropic':
      return [
        ...importOs,
        'from anthropic import Anthropic',
        '',
        `client = Anthropic(base_url="${origin}", api_key=${pythonKey})`,
        'answer = client.messages.create(',
        `    model="${model}", max_tokens=256, messages=[{"role": "user", "content": "Hello"}]`,
        ')',
        'print(answer.content[0].text)',
      ].join('\n');
  }
}
