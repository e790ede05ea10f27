import * as ts from 'typescript';
import { findBannedNames } from './find-banned-names';
import { findLongFunctions } from './find-long-functions';
import { findRiddles } from './find-riddles';
import { findTextFaults } from './find-text-faults';
import { findTitleFault } from './find-title-fault';
import { listTrackedFiles, readTracked, sourceFiles, testFiles } from './tracked-files';

const linesMax = 300;
const testLinesMax = 500;
const functionLinesMax = 60;
/** Markup is long and reads from top to bottom. */
const componentLinesMax = 100;
const columnsMax = 100;

const parse = (file: string): ts.SourceFile =>
  ts.createSourceFile(file, readTracked(file), ts.ScriptTarget.Latest, true);
const isProduct = (file: string): boolean => !testFiles.test(file);

describe('every tracked source file', () => {
  const files = listTrackedFiles(sourceFiles);

  it('exists', () => {
    expect(files.length).toBeGreaterThan(0);
  });

  it('is short enough to have one job', () => {
    const long = files
      .map((file) => ({ file, lines: readTracked(file).split('\n').length - 1 }))
      .filter(({ file, lines }) => lines > (testFiles.test(file) ? testLinesMax : linesMax));
    expect(long).toEqual([]);
  });

  it('has functions that fit on a screen', () => {
    const long = files
      .filter(isProduct)
      .flatMap((file) =>
        findLongFunctions(
          parse(file),
          file.endsWith('.tsx') ? componentLinesMax : functionLinesMax,
        ).map((fault) => ({ file, ...fault })),
      );
    expect(long).toEqual([]);
  });

  it('fits the width', () => {
    // What cannot be broken, a link or a quoted text, may stand out.
    const isUnbreakable = /https?:\/\/|['"`].{40,}['"`]|^import /;
    const wide = files.flatMap((file) =>
      readTracked(file)
        .split('\n')
        .map((line, index) => ({ line, place: `${file}:${index + 1}` }))
        .filter(({ line }) => line.length > columnsMax && !isUnbreakable.test(line))
        .map(({ place }) => place),
    );
    expect(wide).toEqual([]);
  });

  it('spells names out', () => {
    const faults = files
      .filter(isProduct)
      .flatMap((file) => findBannedNames(parse(file)).map((fault) => `${file}:${fault}`));
    expect(faults).toEqual([]);
  });

  it('is named for what it holds', () => {
    const isVague = /(^|\/)(utils?|helpers?|common|misc|types|shared)\.ts$/;
    const isKebab = /^[a-z0-9.-]+$/;
    const faults = files.filter(
      (file) => isVague.test(file) || !isKebab.test(file.split('/').at(-1) ?? ''),
    );
    expect(faults).toEqual([]);
  });
});

describe('every tracked text', () => {
  const texts = listTrackedFiles(/\.(ts|mjs|json|md|yml|yaml|sql|proto|sh)$|Dockerfile$|run$/);

  it('holds nothing unfinished, switched off or bound to one machine', () => {
    const faults = texts
      // The rules themselves name what they look for.
      .filter((file) => !file.startsWith('tools/tidy/src/find-'))
      .flatMap((file) => findTextFaults(file, readTracked(file)));
    expect(faults).toEqual([]);
  });

  it('is written in plain words', () => {
    const faults = listTrackedFiles(/\.(ts|mjs|md|proto)$/)
      // The list of words names them, and the reference is generated from public error texts.
      .filter((file) => !/^(tools\/tidy\/src\/|docs\/reference\/)/.test(file))
      .flatMap((file) => findRiddles(file, readTracked(file)));
    expect(faults).toEqual([]);
  });

  it('has one title at its top when it is a page', () => {
    const faults = listTrackedFiles(/\.md$/)
      .map((file) => ({ file, fault: findTitleFault(readTracked(file)) }))
      .filter(({ fault }) => fault !== undefined);
    expect(faults).toEqual([]);
  });
});
