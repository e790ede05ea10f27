const shared = {
  rootDir: import.meta.dirname,
  testEnvironment: 'node',
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: { parser: { syntax: 'typescript' }, target: 'es2023' },
        module: { type: 'commonjs', ignoreDynamic: true },
        sourceMaps: 'inline',
      },
    ],
  },
  moduleNameMapper: { '^@tollgate/(.*)$': '<rootDir>/libs/$1/src/index.ts' },
  modulePathIgnorePatterns: ['<rootDir>/dist/', '<rootDir>/.data/', '<rootDir>/.nx/'],
};

/** Three levels: unit needs nothing, integration needs real stores, e2e needs the whole stack. */
export default {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/{apps,libs,tools}/**/*.test.ts'],
      setupFilesAfterEnv: ['<rootDir>/libs/testing/jest-timeout.ts'],
    },
    {
      ...shared,
      displayName: 'integration',
      testMatch: ['<rootDir>/{apps,libs,tools}/**/*.itest.ts'],
      setupFilesAfterEnv: ['<rootDir>/libs/testing/jest-timeout.ts'],
    },
    {
      ...shared,
      displayName: 'e2e',
      testMatch: ['<rootDir>/apps/e2e/**/*.e2e.ts'],
      setupFilesAfterEnv: ['<rootDir>/apps/e2e/jest-timeout.ts'],
      globalSetup: '<rootDir>/apps/e2e/jest-setup.mjs',
      globalTeardown: '<rootDir>/apps/e2e/jest-teardown.mjs',
    },
  ],
};
