import { createMetrics } from './metrics';
import { shareProcessMetrics } from './process-metrics';

const countSeries = (text: string, name: string): number =>
  text.split('\n').filter((line) => line.startsWith(`${name}{`)).length;

describe('metrics of services that share a process', () => {
  it('report the process once, under the names of all, and every service its own', async () => {
    shareProcessMetrics(['relay', 'edge']);
    const all = [createMetrics('edge'), createMetrics('relay')];
    all.forEach((metrics) => metrics.counter('calls_total', 'Calls').inc());
    const [edge = '', relay = ''] = await Promise.all(
      all.map(async (metrics) => (await metrics.render()).text),
    );
    expect(edge).toContain('calls_total{service="edge"} 1');
    expect(relay).toContain('calls_total{service="relay"} 1');
    expect(edge).toContain('tollgate_service_running{service="edge"} 1');
    expect(relay).toContain('tollgate_service_running{service="relay"} 1');
    expect(countSeries(relay, 'process_resident_memory_bytes')).toBe(1);
    expect(relay).toMatch(/^process_resident_memory_bytes\{service="relay,edge"\} \d+$/m);
    expect(edge).not.toMatch(/^(?:process|nodejs)_/m);
  });
});
