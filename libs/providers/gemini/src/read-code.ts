import { asText, asWire, type Wire } from '@tollgate/model-kit';
import type { CodeExecutionResult, ExecutableCode, Part } from './wire';

/**
 * Code that the provider ran, and what came of it, as blocks of text: no dialect has parts for
 * code that the client did not run. Undefined: the part is neither.
 */
export function readCode(part: Wire<Part>): string | undefined {
  if (part.executableCode !== undefined) {
    const { code, language } = asWire<ExecutableCode>(part.executableCode);
    return writeBlock(nameLanguage(asText(language)), asText(code) ?? '');
  }
  if (part.codeExecutionResult === undefined) return undefined;
  const { outcome, output } = asWire<CodeExecutionResult>(part.codeExecutionResult);
  const word = asText(outcome) ?? '';
  const isDone = word === '' || word === 'OUTCOME_OK';
  const failed = isDone ? '' : `${word}\n`;
  return writeBlock('text', failed + (asText(output) ?? ''));
}

function nameLanguage(language: string | undefined): string {
  return language === undefined || language === 'LANGUAGE_UNSPECIFIED'
    ? ''
    : language.toLowerCase();
}

/** A fence is longer than any run of backquotes inside of it. */
function writeBlock(language: string, text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  const end = text.endsWith('\n') ? '' : '\n';
  return `\n${fence}${language}\n${text}${end}${fence}\n`;
}
