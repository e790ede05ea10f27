import { parseTraceParent } from './trace-context';

describe('trace context', () => {
  it('reads the trace of the caller', () => {
    const header = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
    const context = parseTraceParent(header);
    expect(context).toMatchObject({ traceId: '0af7651916cd43dd8448eb211c80319c', isSampled: true });
  });

  it.each([undefined, '', 'junk', '00-00000000000000000000000000000000-b7ad6b7169203331-01'])(
    'ignores %j',
    (header) => {
      expect(parseTraceParent(header)).toBeUndefined();
    },
  );
});
