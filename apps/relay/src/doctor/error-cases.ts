import { ask, type Asked, type DoctorCase } from './doctor-case';
import type { ProbeResult } from './probe';
import { ok, wrong } from './verdict';

/** A request that the provider must refuse. */
function mustFail(
  name: string,
  expected: readonly string[],
  run: (asked: Asked) => Promise<ProbeResult>,
): DoctorCase {
  return {
    name: `error: ${name}`,
    run: async (asked) => {
      const result = await run(asked);
      const kind = result.failure?.kind ?? 'an answer';
      const verdict = expected.includes(kind)
        ? ok(`${kind}, status ${result.status}`)
        : wrong(`${kind} (status ${result.status}) in the place of ${expected.join(' or ')}`);
      return { verdict, results: [result] };
    },
  };
}

export const errorCases: readonly DoctorCase[] = [
  mustFail('wrong key', ['auth'], ({ probe, wrongKey: apiKey }) =>
    probe.ask(ask('Hello'), { target: { apiKey } }),
  ),
  mustFail('unknown model', ['not-found', 'bad-request'], ({ missingModel, probe }) =>
    probe.ask(ask('Hello'), { target: { upstreamModel: missingModel } }),
  ),
  mustFail('bad value', ['bad-request', 'unsupported'], ({ probe, script }) =>
    probe.ask(ask(`Hello${script('status=400')}`, { temperature: 99 })),
  ),
];

/** What a real provider does only when it is out of order: with the simulator alone. */
export const provokedErrorCases: readonly DoctorCase[] = [
  mustFail('too long', ['context-too-long'], ({ probe, script }) =>
    probe.ask(ask(`Hello${script('status=400,code=context_length_exceeded')}`)),
  ),
  mustFail('rate limit', ['rate-limited'], ({ probe, script }) =>
    probe.ask(ask(`Hello${script('status=429')}`)),
  ),
  mustFail('overload', ['overloaded'], ({ probe, script }) =>
    probe.ask(ask(`Hello${script('status=503')}`)),
  ),
];
