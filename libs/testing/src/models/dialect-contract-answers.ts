import { emptyUsage, type AnswerPart, type NeutralAnswer } from '@tollgate/model-spec';
import { findMemberText } from '@tollgate/model-kit';
import {
  contractCost,
  contractFace,
  contractSettled,
  type DialectContractOptions,
} from './dialect-contract-options';
import { parseSample } from './dialect-contract-requests';
import { findMembers } from './read-frames';

type Fields = Readonly<Record<string, unknown>>;

function makeAnswer(...parts: AnswerPart[]): NeutralAnswer {
  return {
    parts,
    finishReason: 'stop',
    nativeFinishReason: 'stop',
    usage: { kind: 'usage', usage: contractSettled.usage },
  };
}

function render(options: DialectContractOptions, answer: NeutralAnswer): Fields {
  const input = { face: contractFace, request: parseSample(options, {}) };
  return JSON.parse(options.dialect.renderResponse(answer, input, contractSettled)) as Fields;
}

export function describeAnswers(options: DialectContractOptions): void {
  describe('translated answers', () => {
    const hello = makeAnswer({ type: 'text', text: 'Hello' });

    it('carry our id, the catalog model, usage and cost', () => {
      const body = render(options, hello);
      expect(body).toMatchObject({
        id: `${options.idPrefix}${contractFace.ulid}`,
        model: contractFace.model,
      });
      expect(findMembers(body['usage'], options.costField)).toEqual([contractCost]);
      expect(options.readBody(body)).toEqual({ text: 'Hello', toolCalls: [] });
    });

    it('keep the order, ids and arguments of calls', () => {
      const first = { id: 'call_1', name: 'find', arguments: '{"city":"Oslo"}' };
      const second = { id: 'call_2', name: 'find', arguments: '{"city":"Rome"}' };
      const answer = makeAnswer({ type: 'tool-call', ...first }, { type: 'tool-call', ...second });
      expect(options.readBody(render(options, { ...answer, finishReason: 'tool_calls' }))).toEqual({
        text: '',
        toolCalls: [
          { ...first, arguments: { city: 'Oslo' } },
          { ...second, arguments: { city: 'Rome' } },
        ],
      });
    });

    it('show zeros and no cost where nothing was charged', () => {
      const input = { face: contractFace, request: parseSample(options, {}) };
      const settled = { usage: emptyUsage, costNanos: 0n, upstream: undefined };
      const body = JSON.parse(options.dialect.renderResponse(hello, input, settled)) as Fields;
      expect(findMembers(body['usage'], options.costField)).toEqual([0]);
    });

    it.each(options.answers)('are written as the dialect requires: $name', ({ answer, wire }) => {
      expect(render(options, answer)).toMatchObject(wire);
    });
  });
}

export function describePassedAnswers(options: DialectContractOptions): void {
  const { native } = options;

  describe('native answers', () => {
    it('keep every byte but id, model and usage', () => {
      const given = native.response({ id: 'upstream-1', model: 'upstream-model' }, '{"a":1}');
      const input = { face: contractFace, request: parseSample(options, {}) };
      const passed = options.dialect.passResponse(given, input, contractSettled);
      const usageText = findMemberText(passed, 'usage') ?? '';
      const ours = { id: `${options.idPrefix}${contractFace.ulid}`, model: contractFace.model };
      expect(passed).toBe(native.response(ours, usageText));
      expect(findMembers(JSON.parse(usageText), options.costField)).toEqual([contractCost]);
    });
  });
}
