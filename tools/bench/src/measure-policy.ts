import { foundOrganization, type BenchOrganization } from './bench-organization';
import { startGateway } from './gateway';
import { measureCalls, reportFigures, reportRatio } from './measure-calls';
import { takeMedian, type Figures } from './statistics';

const rulesCount = 100;
const patternsCount = 200;
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5);
const steadyMs = 8_000;
const times = { warmupMs: 700, measureMs: 3_000 };

const templates = ['email', 'phone', 'credit_card', 'iban', 'ssn', 'aws_key', 'private_key'];

/** As many rules and patterns as an organization may have, and breakers and budgets on top. */
async function layDownPolicy({ id, write }: BenchOrganization): Promise<void> {
  for (let index = 0; index < rulesCount; index++) {
    await write('POST', `/api/orgs/${id}/content-filters`, makeRule(index));
  }
  const others = Array.from({ length: patternsCount - 1 }, (_, index) => `bench/model-${index}`);
  const allowedModels = [...others, 'simulator/*'];
  await write('PATCH', `/api/orgs/${id}/allowed-models`, { allowedModels });
  const settings = { weeklyBudgetUsd: 900, monthlyBudgetUsd: 900 };
  await write('PATCH', `/v1/orgs/${id}`, { settings });
}

function makeRule(index: number): object {
  const base = { name: `Rule ${index}`, action: index % 2 === 0 ? 'redact' : 'block' };
  const template = templates[index];
  if (template !== undefined) return { ...base, kind: 'template', template };
  return index % 2 === 0
    ? { ...base, kind: 'keyword', keywords: [`forbidden${index}`, `secret word ${index}`] }
    : { ...base, kind: 'regex', pattern: `project-${index}-[0-9]{3,8}[a-z]*` };
}

/** The same calls of an organization without rules and of one with very many: `-- policy`. */
export async function measurePolicy(): Promise<void> {
  const gateway = await startGateway();
  const { adminToken, baseUrl } = gateway;
  try {
    const free = await foundOrganization(baseUrl, adminToken, 'bench-free');
    const ruled = await foundOrganization(baseUrl, adminToken, 'bench-ruled');
    console.log(`bench: ${rulesCount} content rules and ${patternsCount} allowed models …`);
    await layDownPolicy(ruled);
    const figures: Record<'free' | 'ruled', Figures[]> = { free: [], ruled: [] };
    const measure = (org: BenchOrganization, plan: typeof times): Promise<Figures> =>
      measureCalls({ baseUrl, bearers: [org.bearer], ...plan });
    for (const org of [free, ruled]) await measure(org, { warmupMs: steadyMs, measureMs: 1 });
    for (let round = 1; round <= rounds; round++) {
      figures.free.push(await measure(free, times));
      figures.ruled.push(await measure(ruled, times));
    }
    const [without, withRules] = [takeMedian(figures.free), takeMedian(figures.ruled)];
    reportFigures('no rules', without);
    reportFigures('with rules', withRules);
    reportRatio('policy', withRules, without);
  } finally {
    await gateway.stop();
  }
}
