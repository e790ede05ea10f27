import { aModel, aParsedCall, type CallChanges } from '../../../test/support/build-calls';
import { testHeader } from '../../domain/test-header';
import { makeTestCandidate } from './test-candidate';

const url = 'http://127.0.0.1:1/v1';
const caller = { kind: 'test_key' } as const;

function choose(script?: string, changes: CallChanges = {}): ReturnType<typeof makeTestCandidate> {
  const clientHeaders = script === undefined ? {} : { [testHeader]: script };
  return makeTestCandidate(aParsedCall({ caller, clientHeaders, ...changes }), aModel(), url);
}

describe('the candidate of a test key', () => {
  it('is the simulator, which costs nothing and is bounded for the public', () => {
    const { isTest, prices, route, target } = choose();
    expect(isTest).toBe(true);
    expect(route).toMatchObject({ id: 'test', provider: 'test', baseUrl: url });
    expect(target.upstreamModel).toBe('test+public');
    expect(prices.version).toBe(0n);
  });

  it.each([
    ['chat', 'openai'],
    ['messages', 'anthropic'],
    ['responses', 'responses'],
  ] as const)('speaks the wire format of %s', (dialect, protocol) => {
    expect(choose(undefined, { dialect }).route.protocol).toBe(protocol);
  });

  it('passes the script of the header to the simulator', () => {
    const { target } = choose(' status=429, delay_ms=500 ');
    expect(target.upstreamModel).toBe('test+public+status=429+delay_ms=500');
  });

  it.each([
    ['exhausted_after=3,tokens=9', 'tokens=9+chunk_delay_ms=20'],
    ['exhausted_after=3,chunk_delay_ms=5', 'chunk_delay_ms=5'],
  ])('keeps the end of the credit to itself and slows the stream: %s', (script, sent) => {
    const { exhaustedAfter, target } = choose(script);
    expect([exhaustedAfter, target.upstreamModel]).toEqual([3, `test+public+${sent}`]);
  });

  it('raises the errors of the gateway that a script asks for', () => {
    expect(() => choose('error=insufficient_credits')).toThrow(
      expect.objectContaining({ reason: 'insufficient_credits', status: 402 }),
    );
  });

  it.each(['error=internal', 'status=500;rm', 'a'.repeat(201), '[[sim:tokens=5]]'])(
    'refuses the script %j with a message that shows what is allowed',
    (script) => {
      expect(() => choose(script)).toThrow(
        expect.objectContaining({ status: 400, message: expect.stringContaining(testHeader) }),
      );
    },
  );

  it('is refused with the name of the setting where there is no simulator', () => {
    const call = aParsedCall({ caller });
    expect(() => makeTestCandidate(call, aModel(), undefined)).toThrow(
      expect.objectContaining({
        reason: 'no_route',
        message: expect.stringContaining('TEST_MODE_URL'),
      }),
    );
  });
});
