import { send, signUp, type Gateway } from './gateway';

/** An operator with keys, calls and credit, who looks at every page. */
export interface ConsoleViewer {
  readonly baseUrl: string;
  readonly cookie: string;
}

const keys = 24;
const callsPerModel = 30;
const callsAtOnce = 4;
const models = ['openai/gpt-5-mini', 'anthropic/claude-haiku-4.5', 'google/gemini-2.5-flash'];
const programs = ['side project', 'editor', 'nightly summary'];

export async function makeConsoleViewer(gateway: Gateway): Promise<ConsoleViewer> {
  const { adminToken, baseUrl } = gateway;
  const { cookie, userId } = await signUp(baseUrl, 'viewer');
  const operator = { authorization: `Bearer ${adminToken}` };
  const role = { role: 'operator', emailVerified: true };
  await send('PATCH', `${baseUrl}/api/admin/users/${userId}`, role, operator);
  const grant = { userId, amountUsd: 400, reason: 'bench' };
  await send('POST', `${baseUrl}/api/admin/credits/grants`, grant, operator);
  const topUp = { amountUsd: 50, channel: 'dev' };
  await send('POST', `${baseUrl}/api/billing/topups`, topUp, { cookie });
  const bearers: string[] = [];
  for (let index = 1; index <= keys; index++) {
    const body = { name: `program ${index}`, spendLimitUsd: 50 };
    const made = await send('POST', `${baseUrl}/api/account/keys`, body, { cookie });
    bearers.push(((await made.json()) as { key: string }).key);
  }
  await makeCalls(baseUrl, bearers);
  return { baseUrl, cookie };
}

async function makeCalls(baseUrl: string, bearers: readonly string[]): Promise<void> {
  const calls = models.flatMap((model) =>
    Array.from({ length: callsPerModel }, (_, index) => ({ model, index })),
  );
  const work = async (): Promise<void> => {
    for (let call = calls.shift(); call !== undefined; call = calls.shift()) {
      const { index, model } = call;
      const messages = [{ role: 'user', content: `Question ${index}` }];
      const headers = {
        authorization: `Bearer ${bearers[index % bearers.length]}`,
        'x-title': programs[index % programs.length] ?? '',
      };
      await send('POST', `${baseUrl}/v1/chat/completions`, { model, messages }, headers);
    }
  };
  await Promise.all(Array.from({ length: callsAtOnce }, work));
}
