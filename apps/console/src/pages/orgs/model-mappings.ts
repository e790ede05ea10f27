import type { ByokKey } from '../../api/generated/types.gen';

type Mapping = ByokKey['models'][number];

/** `#` before a line: the model is not used. */
const off = '#';

/** Models of an own provider key as lines of a text: `openai/gpt-5-mini = gpt-5-mini`. */
export function formatMappings(models: readonly Mapping[]): string {
  return models
    .map(
      ({ enabled, model, upstreamModel }) =>
        `${enabled ? '' : `${off} `}${model} = ${upstreamModel}`,
    )
    .join('\n');
}

/** A line without `=` names a model that the provider calls the same. */
export function readMappings(text: string): Mapping[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const enabled = !line.startsWith(off);
      const [model = '', upstreamModel = model] = (enabled ? line : line.slice(off.length))
        .split('=')
        .map((part) => part.trim());
      return { model, upstreamModel, enabled };
    });
}
