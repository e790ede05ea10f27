import * as ts from 'typescript';

export interface LongFunction {
  readonly name: string;
  readonly line: number;
  readonly lines: number;
}

/** Functions of more than `linesMax` lines, from signature to closing brace. */
export function findLongFunctions(source: ts.SourceFile, linesMax: number): LongFunction[] {
  const found: LongFunction[] = [];
  const lineOf = (position: number): number =>
    source.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) && 'body' in node && node.body !== undefined) {
      const line = lineOf(node.getStart(source));
      const lines = lineOf(node.getEnd()) - line + 1;
      const name = node.name?.getText(source) ?? 'a function';
      if (lines > linesMax) found.push({ name, line, lines });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
