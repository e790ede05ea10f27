import { createMetrics } from '@tollgate/observability';
import { createNoticeCounter } from './count-notices';

const count = (outcome: string, value: number): string =>
  `tollgate_payment_notices_total{provider="stripe",outcome="${outcome}",service="test"} ${value}`;

describe('the notices of payment providers', () => {
  it('are counted by outcome, problems from 0 on, so that the first one is an increase', async () => {
    const metrics = createMetrics('test');
    const countNotices = createNoticeCounter(metrics, ['stripe']);
    expect((await metrics.render()).text).toContain(count('problem', 0));
    const settle = countNotices((_provider, outcome: 'problem' | 'credited') =>
      Promise.resolve(outcome),
    );
    expect(await settle('stripe', 'problem')).toBe('problem');
    await settle('stripe', 'credited');
    const { text } = await metrics.render();
    expect(text).toContain(count('problem', 1));
    expect(text).toContain(count('credited', 1));
  });
});
