import { quote, type EnvReader } from './env-reader';
import type { Secret } from './secret';

/** Where traces go; undefined where a service has no such settings: nothing is traced. */
export interface TracingSettings {
  /** The collector's address for traces. */
  readonly url: string;
  /** May hold a credential of the collector. */
  readonly readHeaders: () => Record<string, string>;
  /** Share of the requests that are traced, from 0 to 1. */
  readonly ratio: number;
}

const ratioDefault = '0.01';
const headerPattern = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+=[^,=\s][^,\s]*$/;

/** Under the names that the OpenTelemetry specification gives them. */
export function readTracingSettings(env: EnvReader): TracingSettings | undefined {
  const endpoint = env.optionalText('OTEL_EXPORTER_OTLP_ENDPOINT', {
    about:
      'collector of traces (OTLP over HTTP), for example http://127.0.0.1:4318; none when empty',
  });
  const headers = env.optionalSecret('OTEL_EXPORTER_OTLP_HEADERS', {
    about: 'headers for the collector: name=value,name=value, with values percent-encoded',
    lengthMin: 3,
  });
  const ratio = readRatio(env);
  const readHeaders = makeHeaderReader(env, headers);
  if (endpoint === undefined) return undefined;
  return { url: readCollector(env, endpoint), readHeaders, ratio };
}

function readRatio(env: EnvReader): number {
  const name = 'OTEL_TRACES_SAMPLER_ARG';
  const text = env.text(name, {
    about: 'share of the requests that are traced, from 0 to 1',
    fallback: ratioDefault,
  });
  const ratio = /^[\d.]+$/.test(text) ? Number(text) : NaN;
  if (ratio >= 0 && ratio <= 1) return ratio;
  env.faults.push(
    `${name} must be a number from 0 to 1, such as 0.01, not ${JSON.stringify(text)}`,
  );
  return 0;
}

function readCollector(env: EnvReader, endpoint: string): string {
  const name = 'OTEL_EXPORTER_OTLP_ENDPOINT';
  const url = /^https?:\/\//.test(endpoint) ? URL.parse(endpoint) : null;
  if (url === null || url.search !== '' || url.username !== '') {
    const form = 'an http or https URL such as http://127.0.0.1:4318, without a query and a user';
    env.faults.push(`${name} must be ${form}, not ${quote(endpoint)}`);
    return '';
  }
  env.plaintext(name, url.protocol === 'http:' ? [url.hostname] : [], 'use https://');
  return `${url.href.replace(/\/$/, '')}/v1/traces`;
}

function makeHeaderReader(
  env: EnvReader,
  headers: Secret | undefined,
): () => Record<string, string> {
  const read = (): Record<string, string> => {
    const pairs = (headers?.reveal() ?? '').split(',').map((pair) => pair.trim());
    const found = pairs.filter((pair) => pair !== '');
    if (!found.every((pair) => headerPattern.test(pair))) throw new Error('no name=value');
    return Object.fromEntries(
      found.map((pair) => {
        const end = pair.indexOf('=');
        return [pair.slice(0, end), decodeURIComponent(pair.slice(end + 1))];
      }),
    );
  };
  try {
    read();
  } catch {
    const form = 'name=value,name=value, with spaces and commas in values percent-encoded';
    env.faults.push(`OTEL_EXPORTER_OTLP_HEADERS must be ${form}`);
  }
  return read;
}
