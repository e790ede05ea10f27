import type { Evidence } from './moderation';
import type { EvidencePage, EvidenceStore } from './ports';

export interface EvidenceView extends Omit<Evidence, 'sealedText' | 'sealKeyId'> {
  /** Null: the key that sealed it is gone. */
  readonly text: string | null;
}

export interface EvidenceList {
  readonly items: readonly EvidenceView[];
  readonly next: string | null;
}

export type ListEvidence = (page: EvidencePage) => Promise<EvidenceList>;

/** Refused requests with their text, newest first. */
export function listEvidenceUseCase(ports: {
  readonly evidence: EvidenceStore;
  readonly open: (evidence: Evidence) => string | null;
}): ListEvidence {
  return async (page) => {
    const found = await ports.evidence.list({ ...page, limit: page.limit + 1 });
    const shown = found.slice(0, page.limit);
    return {
      items: shown.map(({ sealKeyId, sealedText, ...rest }) => ({
        ...rest,
        text: ports.open({ ...rest, sealKeyId, sealedText }),
      })),
      next: found.length > page.limit ? (shown.at(-1)?.id ?? null) : null,
    };
  };
}
