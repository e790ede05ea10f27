/** The build draws the pages with this code, without a browser: nothing of the viewer is known. */
export const isDrawing = typeof document === 'undefined';
