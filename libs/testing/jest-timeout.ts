/** Real stores on a busy machine take their time; what hangs is still found. */
jest.setTimeout(180_000);
