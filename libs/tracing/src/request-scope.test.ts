import { describeRequest, findActiveSpan, findRequestId, makeRequestScope, runInRequest } from '.';
import { noSpan, type Span } from './tracer';

const traced: Span = { ...noSpan, isRecorded: true, traceId: 'abc', traceParent: '00-abc-d-01' };

describe('the scope of a request', () => {
  it('is known to what the request starts, and to nothing else', async () => {
    const later = await runInRequest(makeRequestScope('req_1', traced), async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return { fields: describeRequest(), span: findActiveSpan(), id: findRequestId() };
    });
    expect(later).toEqual({
      fields: { requestId: 'req_1', traceId: 'abc' },
      span: traced,
      id: 'req_1',
    });
    expect(describeRequest()).toBeUndefined();
    expect(findActiveSpan()).toBeUndefined();
  });

  it('has no active span where the request is not traced', () => {
    runInRequest(makeRequestScope('req_1'), () => {
      expect(findActiveSpan()).toBeUndefined();
      expect(describeRequest()).toEqual({ requestId: 'req_1' });
    });
  });

  it('ends with the request, also for timers that the request has left behind', async () => {
    const scope = makeRequestScope('req_1', traced);
    const { promise, resolve } = Promise.withResolvers<unknown>();
    runInRequest(scope, () => setTimeout(() => resolve(describeRequest()), 1));
    scope.isOver = true;
    expect(await promise).toBeUndefined();
  });
});
