import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  formatAccuracy,
  measureAccuracy,
  type PromptSet,
} from './call/route/auto-router/measure-accuracy';

/** Prints how often the router chooses the expected tier of the evaluation prompts. */
const [file = join('apps', 'relay', 'eval', 'auto-prompts.json')] = process.argv.slice(2);
const prompts = JSON.parse(readFileSync(file, 'utf8')) as PromptSet;
process.stdout.write(`${formatAccuracy(measureAccuracy(prompts))}\n`);
