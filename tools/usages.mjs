// How each program of boot.mjs is called. `--help` is answered from here, without installing or
// building anything.

/** By the name of the program in boot.mjs. */
export const usages = {
  start: `npm start -- [--fresh]
  --fresh  begins with empty data; what was there is deleted`,
  test: `npm test -- [--full] [--only unit,integration,e2e] [pattern of paths] [options of jest]
  --full  runs long suites whole instead of a part of them`,
  'test-deploy': 'npm run test:deploy -- [--engine docker|podman] [-- build flags …]',
  bench: 'npm run bench -- [name of a measurement, gateway by default] [its options]',
  backup: `npm run backup -- create <folder>
       npm run backup -- restore <folder> <data directory> [--wal <folder>] [--to <time>]`,
  'keys-rotate': 'npm run keys:rotate',
  'ledger-verify': 'npm run ledger:verify',
  'demo-data': 'npm run demo:data',
  'console-shots': 'npm run console:shots',
  images: `npm run images -- [image …] [--engine docker|podman] [--tag name] [--base image]
         [-- build flags …]`,
  release: `npm run release -- <version> [--unpinned]
       npm run release -- pin
       npm run release -- record <version> [schema …]`,
  'auto-eval': 'npm run auto:eval -- [file with prompts]',
  'provider-check': `npm run provider:check -- <provider> [--model NAME] [--base-url URL]
         [--report FILE] [--record FOLDER]`,
  'catalog-import': `npm run catalog:import -- <file or URL> [--format openrouter|litellm]
         [--providers openai,anthropic] [--add-models] [--effective-at TIME] [--apply]`,
  'bill-compare': `npm run bill:compare -- <provider> <usage file> [--tolerance PERCENT]
         [--min-usd AMOUNT] [--name BILLED=MODEL …]`,
  check: 'npm run check -- [--without step]',
  fix: 'npm run fix',
};

/** Whether the arguments ask for the usage; what follows `--` is for another program. */
export function asksForUsage(args) {
  const end = args.indexOf('--');
  const own = end === -1 ? args : args.slice(0, end);
  return own.includes('--help') || own.includes('-h');
}
