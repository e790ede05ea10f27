// Lints snippets as if they stood in given files: JSON [{ file, text }] in, lists of rule ids out.
// A process of its own, because ESLint loads its configuration as ES modules.
import { ESLint } from 'eslint';

const snippets = JSON.parse(process.argv[2]);
const eslint = new ESLint();
const rules = [];
for (const { file, text } of snippets) {
  const [result] = await eslint.lintText(text, { filePath: file });
  rules.push(result.messages.map((message) => message.ruleId ?? message.message));
}
console.log(JSON.stringify(rules));
