/** For every test and hook here: a stack takes seconds to start, on a busy machine many. */
jest.setTimeout(240_000);
