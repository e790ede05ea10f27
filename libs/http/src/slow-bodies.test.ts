import type { IncomingMessage, ServerResponse } from 'node:http';
import { SlowBodies } from './slow-bodies';

function makeAnswer() {
  const request = {
    complete: false,
    destroyed: false,
    readableFlowing: true,
    readableLength: 0,
    socket: { bytesRead: 500 },
  };
  const response = { req: request as unknown as IncomingMessage } as ServerResponse;
  return { request, response };
}

describe('bodies that come slowly', () => {
  function setUp() {
    const answer = makeAnswer();
    const slowBodies = new SlowBodies(1_024);
    const isFound = (nowMs: number): boolean =>
      slowBodies.find([answer.response], nowMs).length === 1;
    return { ...answer, isFound };
  }

  it('have ten seconds before their average counts', () => {
    const { request, isFound } = setUp();
    expect(isFound(1_000)).toBe(false);
    request.socket.bytesRead += 10;
    expect(isFound(10_999)).toBe(false);
    expect(isFound(11_000)).toBe(true);
  });

  it('are left alone as long as they come fast enough on average', () => {
    const { request, isFound } = setUp();
    isFound(0);
    request.socket.bytesRead += 20 * 1_024;
    expect(isFound(20_000)).toBe(false);
    expect(isFound(20_001)).toBe(true);
  });

  it.each([
    ['they are not read', { readableFlowing: null }],
    ['the reader was stopped', { readableFlowing: false }],
    ['the reader is behind', { readableLength: 1 }],
  ])('are not at fault when %s', (_name, state) => {
    const { request, isFound } = setUp();
    isFound(0);
    Object.assign(request, state);
    expect(isFound(15_000)).toBe(false);
    Object.assign(request, { readableFlowing: true, readableLength: 0 });
    expect(isFound(24_000)).toBe(false);
    expect(isFound(25_000)).toBe(true);
  });

  it('are no concern once they are there, or gone', () => {
    const { request, isFound } = setUp();
    isFound(0);
    request.complete = true;
    expect(isFound(60_000)).toBe(false);
    Object.assign(request, { complete: false, destroyed: true });
    expect(isFound(60_000)).toBe(false);
  });
});
