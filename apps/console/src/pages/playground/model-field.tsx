import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { read } from '../../api/client';
import { listModels } from '../../api/generated/sdk.gen';
import type { ListModelsResponse } from '../../api/generated/types.gen';
import { t } from '../../i18n/language';
import { TextField } from '../../ui/field';

export type Modality = 'text' | 'image' | 'speech' | 'transcription' | 'video';

/** Models that make something of this kind. */
export function useModels(modality: Modality): UseQueryResult<ListModelsResponse> {
  return useQuery({
    queryKey: modality === 'text' ? ['models'] : ['models', modality],
    queryFn: () =>
      read(listModels(modality === 'text' ? {} : { query: { output_modalities: modality } })),
  });
}

export function ModelField({
  modality,
  model,
  onChange,
}: {
  readonly modality: Modality;
  readonly model: string;
  readonly onChange: (model: string) => void;
}): ReactNode {
  const models = useModels(modality);
  const listId = useId();
  return (
    <>
      <TextField
        label={t('Model')}
        value={model}
        list={listId}
        onChange={({ target: { value } }) => onChange(value)}
      />
      <datalist id={listId}>
        {models.data?.data.map(({ id }) => (
          <option key={id} value={id} />
        ))}
      </datalist>
    </>
  );
}
