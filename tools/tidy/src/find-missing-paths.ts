import { posix } from 'node:path';
import { listCodeSpans, stripCodeBlocks } from './list-code-spans';

const link = /\]\(([^)\s]+)\)/g;
/** Looks like a path of this repository, and not like a pattern or a placeholder. */
const topPath = /^(?:apps|libs|tools|docs|proto|deploy|\.ci)\/[\w./-]+$/;
const innerPath = /^[\w-]+(?:\/[\w.-]+)+\.(?:ts|sql|proto)$/;
const sourceName = /^[\w.-]+\.ts$/;

/** Which of the places that a page names are not there; `files` are the tracked files. */
export function findMissingPaths(page: string, text: string, files: readonly string[]): string[] {
  const folder = posix.dirname(page);
  const exists = (path: string): boolean =>
    files.some((file) => file === path || file.startsWith(`${path}/`));
  const isThere = (span: string): boolean => {
    if (topPath.test(span)) return exists(posix.normalize(span).replace(/\/$/, ''));
    if (innerPath.test(span))
      return exists(posix.join(folder, span)) || exists(posix.join(folder, 'src', span));
    return !sourceName.test(span) || files.some((file) => posix.basename(file) === span);
  };
  const isLinked = (target: string): boolean => {
    if (/^(?:https?:|#)/.test(target)) return true;
    return exists(posix.join(folder, target.replace(/#.*$/, '')));
  };
  return [
    ...listCodeSpans(text).filter((span) => !isThere(span)),
    ...[...stripCodeBlocks(text).matchAll(link)]
      .map(([, target = '']) => target)
      .filter((target) => !isLinked(target)),
  ];
}
