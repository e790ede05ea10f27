import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

interface Component {
  readonly purl: string;
  readonly licenses?: readonly unknown[];
}

interface Sbom {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly name: string } };
  readonly components: readonly Component[];
}

interface MakeSbom {
  readonly makeSbom: (name: string, files: readonly string[]) => Sbom;
  readonly combineSboms: (name: string, lists: readonly (readonly Component[])[]) => Sbom;
}

describe('the bill of materials of an image', () => {
  let sboms: MakeSbom;
  beforeAll(async () => {
    const file = pathToFileURL(resolve(join('tools', 'build', 'make-sbom.mjs'))).href;
    sboms = (await import(file)) as MakeSbom;
  });

  it('names every package of which a file is in the bundle, once, with version and license', () => {
    const { bomFormat, components, metadata } = sboms.makeSbom('relay', [
      'apps/relay/src/main.ts',
      'node_modules/express/lib/express.js',
      'node_modules/express/lib/application.js',
      'node_modules/@grpc/grpc-js/build/src/index.js',
    ]);
    expect([bomFormat, metadata.component.name]).toEqual(['CycloneDX', 'tollgate-relay']);
    expect(components.map(({ purl }) => purl)).toEqual([
      expect.stringMatching(/^pkg:npm\/%40grpc\/grpc-js@\d/),
      expect.stringMatching(/^pkg:npm\/express@\d/),
    ]);
    expect(components[1]?.licenses).toEqual([{ license: { id: 'MIT' } }]);
  });

  it('is made of those of its programs, without doubles', () => {
    const one = sboms.makeSbom('one', ['node_modules/express/index.js']).components;
    const two = sboms.makeSbom('two', [
      'node_modules/pg/lib/index.js',
      'node_modules/express/x.js',
    ]);
    const both = sboms.combineSboms('both', [one, two.components]);
    expect(both.components).toHaveLength(2);
  });

  it('is not made with a package whose license is not allowed', () => {
    const bundled = ['node_modules/axe-core/axe.js'];
    expect(() => sboms.makeSbom('one', bundled)).toThrow('axe-core has the license MPL-2.0');
  });

  it('is not made when a package cannot be named', () => {
    expect(() => sboms.makeSbom('one', ['node_modules/missing/index.js'])).toThrow('missing');
  });
});
