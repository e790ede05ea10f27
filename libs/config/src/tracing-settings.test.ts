import { EnvReader } from './env-reader';
import { readTracingSettings } from './tracing-settings';

function read(environment: Record<string, string>) {
  const env = new EnvReader(environment);
  return { settings: readTracingSettings(env), faults: env.faults };
}

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/' };

describe('settings of traces', () => {
  it('are undefined without a collector', () => {
    expect(read({})).toEqual({ settings: undefined, faults: [] });
  });

  it('have the address of traces, the headers and the ratio', () => {
    const { faults, settings } = read({
      ...endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20YTpi=,x-team=a',
      OTEL_TRACES_SAMPLER_ARG: '0.1',
    });
    expect(faults).toEqual([]);
    expect(settings).toMatchObject({ url: 'http://127.0.0.1:4318/v1/traces', ratio: 0.1 });
    expect(settings?.readHeaders()).toEqual({ authorization: 'Basic YTpi=', 'x-team': 'a' });
    expect(JSON.stringify(settings)).not.toContain('YTpi');
  });

  it('trace one request in a hundred by default', () => {
    expect(read(endpoint).settings?.ratio).toBe(0.01);
  });

  it.each(['2', '-1', '1e-2', 'all'])('refuse a ratio of %s', (text) => {
    const { faults } = read({ ...endpoint, OTEL_TRACES_SAMPLER_ARG: text });
    expect(faults).toEqual([
      `OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, such as 0.01, not "${text}"`,
    ]);
  });

  it.each(['127.0.0.1:4318', 'ftp://host', 'http://user@host', 'http://host/?a=1'])(
    'refuse the address %s',
    (text) => {
      const { faults } = read({ OTEL_EXPORTER_OTLP_ENDPOINT: text, PLAINTEXT_HOSTS: '*' });
      expect(faults).toEqual([
        expect.stringMatching(/^OTEL_EXPORTER_OTLP_ENDPOINT must be .* not "/),
      ]);
    },
  );

  it('refuse a collector on another machine without TLS unless it is named', () => {
    const other = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' };
    expect(read(other).faults).toEqual([
      expect.stringContaining('reaches "collector" without TLS'),
    ]);
    expect(read({ ...other, PLAINTEXT_HOSTS: 'collector' }).faults).toEqual([]);
  });

  it.each(['secret-token', 'a=b c', 'a=%zz'])(
    'refuse headers such as %s without showing them',
    (text) => {
      const { faults } = read({ ...endpoint, OTEL_EXPORTER_OTLP_HEADERS: text });
      expect(faults).toHaveLength(1);
      expect(faults[0]).toMatch(/^OTEL_EXPORTER_OTLP_HEADERS must be name=value/);
      expect(faults[0]).not.toContain(text);
    },
  );
});
