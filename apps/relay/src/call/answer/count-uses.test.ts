import { noExtras } from '@tollgate/model-spec';
import { anOpenedCall } from '../../../test/support/build-calls';
import { adapters } from '../route/adapters';
import { UseCount } from './count-uses';

const { candidate } = anOpenedCall();
const search = { name: 'web_search', param: 'plugins', usesMax: 3 };

function watch(protocol: keyof typeof adapters, tools: readonly (typeof search)[]) {
  const work = { ...candidate.work, extras: { ...noExtras, tools } };
  return UseCount.of({ adapter: adapters[protocol], work });
}

describe('the uses that a stream shows', () => {
  it('are counted by the name of the tool', () => {
    const count = watch('responses', [search]);
    const item = { type: 'web_search_call', id: 'ws_1' };
    const event = { type: 'response.output_item.done', output_index: 0, item };
    const delta = { type: 'response.output_text.delta', delta: 'web_search_call' };
    for (const data of [event, delta, event])
      count?.note({ name: data.type, data: JSON.stringify(data) });
    expect(count?.uses).toEqual(new Map([['web_search', 2]]));
  });

  it('are not looked for without such tools, nor where streams show none', () => {
    expect(watch('responses', [])).toBeUndefined();
    expect(watch('openai', [search])).toBeUndefined();
  });
});
