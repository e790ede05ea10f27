import { openAccount, readSettledCredits, type Account } from '../test/support/accounts';
import { runClient, scriptTool, type ClientRun } from '../test/support/client-program';
import { getSharedGateway } from '../test/support/gateway';
import { protocolModels } from '../test/support/protocol-models';
import { readSimulatedCalls, resetSimulator } from '../test/support/simulator';

const gateway = getSharedGateway();
const model = 'openai/gpt-5.5';
const models = [['a model of the catalog', model] as const, ...protocolModels];
let account: Account;

beforeEach(async () => {
  account = await openAccount(gateway);
  await resetSimulator(gateway, true);
});

interface Options {
  readonly model?: string;
  readonly key?: string;
  readonly input?: string;
}

/** As the README says it: a provider with the address, the key and the Responses API. */
function runCodex(prompt: string, options: Options = {}): Promise<ClientRun> {
  const { input = '', key = account.key } = options;
  const config = `model = "${options.model ?? model}"
model_provider = "tollgate"

[model_providers.tollgate]
name = "Tollgate"
base_url = "${gateway.baseUrl}/v1"
env_key = "TOLLGATE_KEY"
wire_api = "responses"
`;
  return runClient({
    module: '@openai/codex/bin/codex.js',
    // Its sandbox needs rights that a test machine may not give.
    args: [
      'exec',
      '--skip-git-repo-check',
      '--dangerously-bypass-approvals-and-sandbox',
      '--json',
      prompt,
    ],
    files: { '.codex/config.toml': config },
    environment: { TOLLGATE_KEY: key },
    input,
  });
}

interface CodexEvent {
  readonly type: string;
  readonly message?: string;
  readonly item?: {
    readonly type: string;
    readonly text?: string;
    readonly aggregated_output?: string;
  };
  readonly usage?: { readonly output_tokens: number };
}

function readEvents({ stdout }: ClientRun): CodexEvent[] {
  return stdout
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as CodexEvent);
}

function readMessages(run: ClientRun): unknown[] {
  return readEvents(run)
    .filter(({ item, type }) => type === 'item.completed' && item?.type === 'agent_message')
    .map(({ item }) => item?.text);
}

describe('Codex', () => {
  it.each(models)('prints the answer of %s, and the call is charged', async (_name, id) => {
    const run = await runCodex('Hello [[sim:tokens=4]]', { model: id });
    expect(run.exitCode).toBe(0);
    expect(readMessages(run)).toEqual(['The gate opens for']);
    expect(readEvents(run).at(-1)).toMatchObject({
      type: 'turn.completed',
      usage: { output_tokens: 4 },
    });
    expect((await readSettledCredits(gateway, account.key)).usage).toBeGreaterThan(0n);
  });

  it('runs a tool and sends its result', async () => {
    const script = scriptTool('exec_command', { cmd: 'echo gate-$((6*7))' });
    const run = await runCodex(`Count ${script}`);
    expect(run.exitCode).toBe(0);
    expect(readMessages(run)).toEqual([expect.stringMatching(/^The gate opens for the traveller/)]);
    const executed = readEvents(run).find(({ item }) => item?.type === 'command_execution');
    expect(executed).toBeDefined();
    const { calls } = await readSimulatedCalls(gateway);
    expect(calls.map(({ request }) => request?.body.includes('gate-42'))).toEqual([false, true]);
  });

  it('reports a wrong key', async () => {
    const run = await runCodex('Hello', { key: 'sk-tg-wrong' });
    expect(run.exitCode).toBe(1);
    expect(run.stdout).toContain('401 Unauthorized: Invalid or missing API key');
  });

  it('reports a prompt that is too long, without a retry', async () => {
    const run = await runCodex('Sum up', {
      model: 'openai/gpt-4o',
      input: 'alpha beta '.repeat(90_000),
    });
    expect(run.exitCode).toBe(1);
    expect(run.stdout).toContain("This model's maximum context length is 128000 tokens");
    expect(run.stdout).not.toContain('Reconnecting');
  });
});
