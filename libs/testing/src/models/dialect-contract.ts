import { describeAnswers, describePassedAnswers } from './dialect-contract-answers';
import type { DialectContractOptions } from './dialect-contract-options';
import { describePassedStreams } from './dialect-contract-passing';
import { describeRequests } from './dialect-contract-requests';
import { describeStreams } from './dialect-contract-streams';
import { readFrames } from './read-frames';

export type { DialectContractOptions } from './dialect-contract-options';

/** What holds for every dialect. */
export function describeDialectContract(options: DialectContractOptions): void {
  const { dialect } = options;

  describe(`the ${dialect.name} dialect`, () => {
    describeRequests(options);
    describeAnswers(options);
    describeStreams(options);
    describePassedAnswers(options);
    describePassedStreams(options);

    it('keeps a silent connection alive with what means nothing', () => {
      expect(dialect.keepAliveFrame.endsWith('\n\n')).toBe(true);
      const frames = readFrames(dialect.keepAliveFrame);
      expect(options.readStream(frames)).toEqual({ text: '', toolCalls: [] });
    });
  });
}
