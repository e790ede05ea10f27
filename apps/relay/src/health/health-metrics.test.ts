import { createMetrics } from '@tollgate/observability';
import { registerRouteTimes } from './health-metrics';
import { RouteStats } from './route-stats';

describe('the speed of routes in the metrics', () => {
  it('is the median of each route and model, while it is known', async () => {
    let nowMs = 0;
    const metrics = createMetrics('relay');
    const stats = new RouteStats(() => nowMs);
    const readTimes = registerRouteTimes(metrics, stats);
    const read = async (): Promise<string> => {
      stats.combine([stats.collect()]);
      readTimes();
      return (await metrics.render()).text;
    };
    stats.note('acme acme/chat', { firstTokenMs: 1_000, tokensPerSecond: 50 });
    const labels = 'route="acme",model="acme/chat",service="relay"';
    const text = await read();
    const seconds = Number(
      text.split(`tollgate_route_first_token_seconds{${labels}} `)[1]?.split('\n')[0],
    );
    expect(seconds).toBeGreaterThan(0.95);
    expect(seconds).toBeLessThan(1.05);
    expect(text).toContain(`tollgate_route_tokens_per_second{${labels}}`);
    nowMs = 10 * 60_000;
    expect(await read()).not.toContain('acme/chat');
  });
});
