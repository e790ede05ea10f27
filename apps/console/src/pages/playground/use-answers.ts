import { useCallback, useRef, useState } from 'react';
import { describeError } from '../../ui/states';
import type { Answer } from './answer-pane';
import type { Credential } from './credential';
import type { Dialect, Piece, TextRequest } from './dialects/dialect';
import { joinCalls } from './join-calls';
import { runCall } from './run-call';

export interface Answers {
  readonly answers: readonly Answer[];
  readonly isRunning: boolean;
  readonly ask: (request: TextRequest, dialects: readonly Dialect[]) => Promise<void>;
  readonly stop: () => void;
  readonly clear: () => void;
}

const rawFramesMax = 2_000;

/** Asks in several dialects at once and keeps their answers as they come. */
export function useAnswers(credential: Credential): Answers {
  const [answers, setAnswers] = useState<readonly Answer[]>([]);
  const running = useRef<AbortController>(undefined);

  const ask = useCallback(
    async (request: TextRequest, dialects: readonly Dialect[]): Promise<void> => {
      running.current?.abort();
      const controller = new AbortController();
      running.current = controller;
      const { signal } = controller;
      const startedMs = performance.now();
      const change = (index: number, next: (answer: Answer) => Answer): void =>
        setAnswers((all) => all.map((answer, place) => (place === index ? next(answer) : answer)));
      const follow = async (dialect: Dialect, index: number): Promise<void> => {
        try {
          await runCall({
            ...{ credential, dialect, request, signal },
            onStart: (generationId) => change(index, (answer) => ({ ...answer, generationId })),
            onFrame: ({ raw }, piece) => {
              const elapsedMs = performance.now() - startedMs;
              change(index, (answer) => addPiece(answer, raw, piece, elapsedMs));
            },
          });
        } catch (error) {
          if (!signal.aborted) {
            change(index, (answer) => ({ ...answer, error: describeError(error) }));
          }
        } finally {
          change(index, (answer) => ({ ...answer, isRunning: false, isStopped: signal.aborted }));
        }
      };
      setAnswers(dialects.map(({ name }) => startAnswer(name)));
      await Promise.all(dialects.map(follow));
    },
    [credential],
  );

  return {
    answers,
    isRunning: answers.some((answer) => answer.isRunning),
    ask,
    stop: () => running.current?.abort(),
    clear: () => setAnswers([]),
  };
}

function startAnswer(dialect: string): Answer {
  return { dialect, text: '', calls: [], raw: [], isRunning: true, isStopped: false };
}

function addPiece(answer: Answer, raw: string, piece: Piece, elapsedMs: number): Answer {
  const { calls = [], text = '', ...figures } = piece;
  const hasContent = text !== '' || calls.length > 0;
  const firstTextMs = answer.firstTextMs ?? (hasContent ? elapsedMs : undefined);
  return {
    ...answer,
    ...figures,
    ...(firstTextMs === undefined ? {} : { firstTextMs }),
    text: answer.text + text,
    calls: joinCalls(answer.calls, calls),
    raw: answer.raw.length < rawFramesMax ? [...answer.raw, raw] : answer.raw,
  };
}
