import { createHmac } from 'node:crypto';
import type { Part } from '@tollgate/lifecycle';
import { createObjectStorePart } from '@tollgate/object-store';
import { makeOutboundRules } from '@tollgate/outbound';
import { listHexKeys } from '@tollgate/secret-box';
import type { HostImages } from './endpoints/images/image-answer';
import { createHostImages, imagePrefix, imageTtlMs } from './images/host-images';
import { createOpenImage, type OpenImage } from './images/open-image';
import { createPurgeImagesJob } from './images/purge-images.job';
import type { Base } from './wire-base';

export interface WiredImages {
  readonly parts: readonly Part[];
  readonly hostImages: HostImages;
  readonly openImage: OpenImage;
  /** The addresses of images are signed with the first of them. */
  readonly keys: readonly [Buffer, ...Buffer[]];
}

/** Stores images for clients to fetch. */
export function wireImages({ config, logger }: Base): WiredImages {
  const [current = '', ...others] = listHexKeys(config.secretsKey.reveal());
  const derive = (hex: string): Buffer => createHmac('sha256', hex).update('image proxy').digest();
  const key = derive(current);
  const { objects: store, part } = createObjectStorePart(config.objectStore);
  const images = createOpenImage({ store, rules: makeOutboundRules(config.outbound) });
  return {
    keys: [key, ...others.map(derive)],
    hostImages: createHostImages({ store, key, apiUrl: config.baseUrl, getNowMs: Date.now }),
    openImage: images.openImage,
    parts: [
      part,
      { name: 'image client', stop: () => images.close() },
      createPurgeImagesJob({
        purge: () => store.deleteOlderThan(imagePrefix, 2 * imageTtlMs),
        logger,
      }),
    ],
  };
}
