// Fails when the given paths differ from what is committed or staged.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const paths = process.argv.slice(2).filter((path) => existsSync(path));
const git = (...args) => spawnSync('git', args, { encoding: 'utf8' }).stdout;

const changed = git('diff', '--stat', '--', ...paths);
const untracked = git('ls-files', '--others', '--exclude-standard', '--', ...paths);
if (changed !== '') console.error(`generated files differ; commit what was generated:\n${changed}`);
if (untracked !== '') console.error(`generated files are not committed:\n${untracked}`);
process.exitCode = changed === '' && untracked === '' ? 0 : 1;
