/** The page that every search of a simulated provider finds. */
export const foundSource = { url: 'https://example.com/', title: 'Example' } as const;
