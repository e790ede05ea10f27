import type { ExtraTool } from '@tollgate/model-spec';
import type { CatalogModel } from '../catalog/catalog';

export const betaHeader = 'anthropic-beta';

/** Flags of the Messages API that cost nothing beyond the reported tokens. */
const plainBetas: ReadonlySet<string> = new Set([
  'advanced-tool-use-2025-11-20',
  'afk-mode-2026-01-31',
  'cache-diagnosis-2026-04-07',
  'claude-code-20250219',
  'code-execution-2025-05-22',
  'code-execution-2025-08-25',
  'computer-use-2024-10-22',
  'computer-use-2025-01-24',
  'computer-use-2025-11-24',
  'context-management-2025-06-27',
  'dev-full-thinking-2025-05-14',
  'effort-2025-11-24',
  'extended-cache-ttl-2025-04-11',
  'files-api-2025-04-14',
  'fine-grained-tool-streaming-2025-05-14',
  'interleaved-thinking-2025-05-14',
  'message-batches-2024-09-24',
  'mcp-client-2025-04-04',
  'mcp-client-2025-11-20',
  'mcp-client-2026-09-15',
  'mid-conversation-output-config-2026-07-01',
  'mid-conversation-system-2026-04-07',
  'mid-conversation-system-clear-at-2026-08-21',
  'mid-conversation-tool-changes-2026-07-01',
  'model-context-window-exceeded-2025-08-26',
  'oauth-2025-04-20',
  'output-128k-2025-02-19',
  'pdfs-2024-09-25',
  'prompt-caching-2024-07-31',
  'prompt-caching-scope-2026-01-05',
  'redact-thinking-2026-02-12',
  'structured-outputs-2025-11-13',
  'structured-outputs-2025-12-15',
  'summarize-connector-text-2026-03-13',
  'task-budgets-2026-03-13',
  'thinking-binding-controls-2026-08-01',
  'thinking-display-updates-2026-08-18',
  'thinking-token-count-2026-05-13',
  'token-counting-2024-11-01',
  'token-efficient-tools-2025-02-19',
  'token-efficient-tools-2026-03-28',
  'tool-examples-2025-10-29',
  'tool-search-tool-2025-10-19',
  'web-fetch-2025-09-10',
  'web-search-2025-03-05',
]);

/**
 * Long prompts have their own prices, which only a model with a long context in the catalog has.
 */
const longContextBeta = 'context-1m-2025-08-07';
const plainContextTokens = 200_000;

/** The flags of a request that may cost extra, once per call each. */
export function listPricedBetas(header: string | undefined): readonly ExtraTool[] {
  if (header === undefined) return [];
  const flags = header.split(',').map((flag) => flag.trim());
  return [...new Set(flags)]
    .filter((flag) => flag !== '' && !plainBetas.has(flag))
    .map((name) => ({ name, param: betaHeader, usesMax: 1, isPerCall: true }));
}

/** Whether the prices of the model cover what a flag enables. */
export function isCoveredBeta(name: string, { contextLength = 0 }: CatalogModel): boolean {
  return name === longContextBeta && contextLength > plainContextTokens;
}
