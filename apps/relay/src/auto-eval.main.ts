import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatAccuracy } from './call/route/auto-router/format-accuracy';
import { measureAccuracy, type PromptSet } from './call/route/auto-router/measure-accuracy';

/** Prints how well the router does on the prompts that are kept for it. */
const [file = join('apps', 'relay', 'eval', 'auto-prompts.json')] = process.argv.slice(2);
const prompts = JSON.parse(readFileSync(file, 'utf8')) as PromptSet;
process.stdout.write(`${formatAccuracy(measureAccuracy(prompts))}\n`);
