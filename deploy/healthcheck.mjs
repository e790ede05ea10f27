// The health check of every image: healthy once the service can serve.
const response = await fetch(`http://127.0.0.1:${process.env.INTERNAL_PORT}/readyz`, {
  signal: AbortSignal.timeout(2_500),
}).catch(() => undefined);
process.exit(response?.ok ? 0 : 1);
