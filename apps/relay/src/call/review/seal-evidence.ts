import { deflateSync } from 'node:zlib';
import { EvidenceRecorded, topics } from '@tollgate/contracts';
import type { KeyRing } from '@tollgate/secret-box';
import type { SpoolEnvelope } from '../../spool/spool-envelope';
import type { ParsedCall } from '../receive/received-call';

/** A spool record has a size limit; a longer text is truncated. */
const sealedBytesMax = 700_000;
const textCharactersMax = 10_000_000;

/** The text of a refused request, encrypted for the operators who must keep it. */
export function sealEvidence(
  call: ParsedCall,
  { categories, texts }: { categories: readonly string[]; texts: readonly string[] },
  ring: KeyRing,
): SpoolEnvelope {
  const { caller, policy, requestId, ulid } = call;
  const sealed = ring.seal(compress(texts.join('\n')), ulid);
  const message = EvidenceRecorded.fromPartial({
    generationUlid: ulid,
    occurredAt: new Date(call.startedAtMs),
    userId: caller.userId,
    orgId: policy.orgId,
    keyId: caller.keyId,
    requestId,
    categories: [...categories],
    sealedText: sealed.bytes,
    sealKeyId: sealed.keyId,
  });
  return {
    topic: topics.evidence,
    key: caller.walletId,
    id: ulid,
    payload: EvidenceRecorded.encode(message).finish(),
  };
}

/** Deflated and base64: only text can be sealed. */
function compress(text: string): string {
  let characters = Math.min(text.length, textCharactersMax);
  for (;;) {
    const packed = deflateSync(text.slice(0, characters)).toString('base64');
    if (packed.length <= sealedBytesMax) return packed;
    characters = Math.floor(characters / 2);
  }
}
