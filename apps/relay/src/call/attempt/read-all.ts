import type { UpstreamAnswer } from './open-upstream';

/**
 * Reads several answers side by side. When one fails, the others are given up, and the first
 * failure is raised after all have ended: nothing of them is passed on afterwards.
 */
export async function readAll<Result>(
  answers: readonly UpstreamAnswer[],
  read: (answer: UpstreamAnswer, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const failures: unknown[] = [];
  const results: Result[] = [];
  await Promise.all(
    answers.map(async (answer, index) => {
      try {
        results[index] = await read(answer, index);
      } catch (error) {
        // Those that are given up fail as well.
        if (failures.push(error) > 1) return;
        for (const other of answers) if (other !== answer) other.abort();
      }
    }),
  );
  if (failures.length > 0) throw failures[0];
  return results;
}
