/** What a call with a test key shall meet, in the words of the simulator, or `error=<code>`. */
export const testHeader = 'x-test-script';
