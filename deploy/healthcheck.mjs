// The health check of every image: healthy once the service, or each service of a host, can serve.
const { env } = process;
const hosted = (env.SERVICES ?? '').split(',').map((name) => name.trim().toUpperCase());
const ports = Object.entries(env)
  .filter(([name]) => name.endsWith('__INTERNAL_PORT'))
  .filter(([name]) => env.SERVICES === 'all' || hosted.includes(name.split('__')[0]))
  .map(([, port]) => port);

const answers = await Promise.all(
  (ports.length === 0 ? [env.INTERNAL_PORT] : ports).map((port) =>
    fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_500) }).catch(
      () => undefined,
    ),
  ),
);
process.exit(answers.every((answer) => answer?.ok) ? 0 : 1);
