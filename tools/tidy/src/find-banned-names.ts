import * as ts from 'typescript';

/** Shortened or empty names, and what to write instead. */
const replacements: Readonly<Record<string, string>> = {
  req: 'request',
  res: 'response',
  resp: 'response',
  err: 'error',
  ctx: 'context',
  cfg: 'config',
  msg: 'message',
  cb: 'the name of what it does',
  evt: 'event',
  idx: 'index',
  tmp: 'what it holds',
  utils: 'what they do',
  helper: 'what it does',
  whitelist: 'allowList',
  blacklist: 'denyList',
};

/** Names a file declares itself that are banned; names of third parties are not its choice. */
export function findBannedNames(source: ts.SourceFile): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isDeclaration =
      ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isFunctionDeclaration(node) ||
      (ts.isBindingElement(node) && node.propertyName === undefined);
    if (isDeclaration && node.name !== undefined && ts.isIdentifier(node.name)) {
      const replacement = Object.hasOwn(replacements, node.name.text)
        ? replacements[node.name.text]
        : undefined;
      const line = source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1;
      if (replacement !== undefined) found.push(`${line}: ${node.name.text} → ${replacement}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
