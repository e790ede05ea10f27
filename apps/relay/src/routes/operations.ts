import { defineOperations } from '@tollgate/http';
import { aliasOperations } from './aliases.operations';
import { audioOperations } from './audio.operations';
import { imageOperations } from './images.operations';
import { inferenceOperations } from './inference.operations';
import { modelDetailOperations } from './model-details.operations';
import { modelOperations } from './models.operations';
import { operatorOperations } from './operator.operations';
import { priceOperations } from './prices.operations';
import { routeHealthOperations } from './route-health.operations';
import { tierOperations } from './tiers.operations';

/** Every public route of the relay. */
export const operations = defineOperations({
  ...inferenceOperations,
  ...imageOperations,
  ...audioOperations,
  // Before the model by its parts, whose path matches theirs too.
  ...modelDetailOperations,
  ...modelOperations,
  ...operatorOperations,
  ...priceOperations,
  ...routeHealthOperations,
  ...tierOperations,
  ...aliasOperations,
});
