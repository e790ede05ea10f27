import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import { RunningAnswers } from './running-answers';

class FakeAnswer extends EventEmitter {
  shouldKeepAlive = true;
  readonly req = { socket: new PassThrough() };
}

function makeAnswer(): FakeAnswer & ServerResponse {
  return new FakeAnswer() as FakeAnswer & ServerResponse;
}

describe('running answers', () => {
  it('are those that were added and are not over', () => {
    const answers = new RunningAnswers();
    const [first, second, third] = [makeAnswer(), makeAnswer(), makeAnswer()];
    answers.add(first);
    answers.add(second);
    first.emit('close');
    answers.add(third);
    expect(answers.size).toBe(2);
    expect(new Set(answers)).toEqual(new Set([second, third]));
  });

  it('take the places of those that are over', () => {
    const answers = new RunningAnswers();
    for (let count = 0; count < 1_000; count++) {
      const answer = makeAnswer();
      answers.add(answer);
      expect(answers.size).toBe(1);
      answer.emit('close');
    }
    expect([...answers]).toEqual([]);
  });

  it('announce that their connection closes', () => {
    const answers = new RunningAnswers();
    const [over, running] = [makeAnswer(), makeAnswer()];
    answers.add(over);
    answers.add(running);
    over.emit('close');
    answers.announceClose();
    expect([over.shouldKeepAlive, running.shouldKeepAlive]).toEqual([true, false]);
  });

  it('are found by their connection', () => {
    const answers = new RunningAnswers();
    const answer = makeAnswer();
    answers.add(answer);
    expect(answers.findOn(answer.req.socket)).toBe(answer);
    expect(answers.findOn(new PassThrough())).toBeUndefined();
  });

  it('remember when the last one was over', () => {
    const answers = new RunningAnswers();
    const answer = makeAnswer();
    answers.add(answer);
    expect(answers.lastEndMs).toBe(0);
    answer.emit('close');
    expect(answers.lastEndMs).toBeGreaterThan(0);
  });
});
