import { recordSpans } from '@tollgate/tracing';
import { aGeneration } from '../../test/support/a-generation';
import { startPostingSpans } from './posting-spans';

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-0000000000000007-01';

describe('the spans of a posted batch', () => {
  it('are children of the traced calls of the batch', () => {
    const { spans, tracer } = recordSpans();
    const generations = [aGeneration({}), aGeneration({ traceparent, requestId: 'req_2' })];
    startPostingSpans(tracer, generations).end();
    expect(spans).toMatchObject([
      {
        ...{ name: 'post usage', kind: 'consumer', parent: 7, isEnded: true, failure: undefined },
        attributes: {
          'messaging.destination.name': 'tollgate.usage.v1',
          'messaging.batch.message_count': 2,
          'tollgate.request_id': 'req_2',
          'tollgate.generation_id': generations[1]?.ulid,
        },
      },
    ]);
  });

  it('name the failure of the batch', () => {
    const { spans, tracer } = recordSpans();
    startPostingSpans(tracer, [aGeneration({ traceparent })]).end('not_posted');
    expect(spans).toMatchObject([{ failure: 'not_posted' }]);
  });

  it('leave out a malformed traceparent', () => {
    const { spans, tracer } = recordSpans();
    startPostingSpans(tracer, [aGeneration({ traceparent: 'junk' })]).end();
    expect(spans).toEqual([]);
  });
});
