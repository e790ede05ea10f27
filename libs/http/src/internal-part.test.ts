import { createMetrics, silentLogger } from '@tollgate/observability';
import { createInternalPart, type HttpPart } from './index';

describe('the internal port', () => {
  let isReady = true;
  let database: () => Promise<void> = async () => undefined;
  let part: HttpPart;

  beforeAll(async () => {
    part = createInternalPart({
      name: 'internal',
      host: '127.0.0.1',
      port: 0,
      metrics: createMetrics('internal-test'),
      logger: silentLogger,
      isReady: () => isReady,
      checks: { database: () => database() },
      informational: { eventLog: () => Promise.reject(new Error('away')) },
    });
    await part.start?.();
  });
  afterAll(async () => part.stop?.());
  beforeEach(() => {
    isReady = true;
    database = async () => undefined;
  });

  async function ask(path: string): Promise<{ status: number; text: string }> {
    const response = await fetch(`http://127.0.0.1:${part.address().port}${path}`);
    return { status: response.status, text: await response.text() };
  }

  it('is ready although an informational part is away', async () => {
    const { status, text } = await ask('/readyz');
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({
      status: 'ready',
      checks: { database: 'ok', eventLog: 'failed' },
    });
  });

  it('is unready while starting or draining, and stays healthy', async () => {
    isReady = false;
    expect((await ask('/readyz')).status).toBe(503);
    expect((await ask('/healthz')).status).toBe(200);
  });

  it('is unready when a check fails or hangs', async () => {
    database = () => Promise.reject(new Error('no connection'));
    expect((await ask('/readyz')).status).toBe(503);
    database = () => new Promise(() => undefined);
    expect((await ask('/readyz')).status).toBe(503);
  });

  it('shows metrics, and nothing else', async () => {
    expect((await ask('/metrics')).text).toContain('process_cpu_seconds_total');
    expect((await ask('/constructor')).status).toBe(404);
  });
});
