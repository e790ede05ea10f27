import { asRecord, readCount, type Fields } from '../fields';
import { readImageScript } from '../media/answer-image';
import { makePng } from '../media/make-png';
import { malformed, type InvokedCall, type InvokeWire } from './invoke-wire';

const imagesMax = 5;
const sideMin = 320;
const sideMax = 4_096;
const sideStep = 16;
const qualities = ['standard', 'premium'];
const ratios = ['16:9', '1:1', '21:9', '2:3', '3:2', '4:5', '5:4', '9:16', '9:21'];
const blocked = 'All of the generated images have been blocked by our content filters.';

/** Nova Canvas and Titan Image Generator. */
const canvas: InvokeWire = {
  pattern: /amazon\.(?:nova-canvas|titan-image)/,
  fields: new Set(['taskType', 'textToImageParams', 'imageGenerationConfig']),
  readPrompt: readCanvasText,
  findFault: (body) => {
    if (body['taskType'] !== 'TEXT_IMAGE') return malformed('#/taskType: not a valid enum value');
    if (readCanvasText(body) === '') return malformed('#: required key [text] not found');
    return findConfigFault(asRecord(body['imageGenerationConfig']));
  },
  render: (call) => {
    const { numberOfImages } = asRecord(call.body['imageGenerationConfig']);
    const images = drawImages(call, readCanvasText(call.body), readCount(numberOfImages) ?? 1);
    const error = images.length === 0 ? blocked : null;
    return { body: JSON.stringify({ images, error }), headers: {} };
  },
};

/** Models of Stability. */
const stability: InvokeWire = {
  pattern: /stability\./,
  fields: new Set([
    ...['prompt', 'mode', 'aspect_ratio', 'output_format', 'seed', 'negative_prompt'],
  ]),
  readPrompt: ({ prompt }) => String(prompt),
  findFault: ({ aspect_ratio: ratio, prompt }) => {
    if (typeof prompt !== 'string') return malformed('#: required key [prompt] not found');
    return ratio === undefined || ratios.some((name) => name === ratio)
      ? undefined
      : malformed('#/aspect_ratio: not a valid enum value');
  },
  render: (call) => {
    const images = drawImages(call, String(call.body['prompt']), 1);
    const answer =
      images.length === 0
        ? { finish_reasons: ['Filter reason: prompt'] }
        : { seeds: [2_130_420_379], finish_reasons: [null], images };
    return { body: JSON.stringify(answer), headers: {} };
  },
};

export const imageWires: readonly InvokeWire[] = [canvas, stability];

function readCanvasText({ textToImageParams: params }: Fields): string {
  const { text } = asRecord(params);
  return typeof text === 'string' ? text : '';
}

function findConfigFault({ height, numberOfImages, quality, width }: Fields): string | undefined {
  if (numberOfImages !== undefined && (readCount(numberOfImages) ?? imagesMax + 1) > imagesMax) {
    return malformed(`#/imageGenerationConfig/numberOfImages: not between 1 and ${imagesMax}`);
  }
  if (quality !== undefined && !qualities.some((name) => name === quality)) {
    return malformed('#/imageGenerationConfig/quality: not a valid enum value');
  }
  const isWrong = [width, height].some((side) => side !== undefined && !isSide(side));
  return isWrong ? malformed('#/imageGenerationConfig: not a valid size') : undefined;
}

function isSide(value: unknown): boolean {
  const side = readCount(value) ?? 0;
  return side >= sideMin && side <= sideMax && side % sideStep === 0;
}

/** `[[sim:image=none]]`: all of them are blocked. */
function drawImages({ model }: InvokedCall, prompt: string, count: number): string[] {
  if (readImageScript(model, prompt) === 'none') return [];
  return Array.from({ length: count }, (_unused, index) =>
    makePng({ seed: `${prompt} ${index}` }).toString('base64'),
  );
}
