import type { Program } from './plan-day';

const fast = [
  { id: 'openai/gpt-5-mini', weight: 5 },
  { id: 'anthropic/claude-haiku-4.5', weight: 3 },
  { id: 'google/gemini-2.5-flash', weight: 3 },
];
const strong = [
  { id: 'anthropic/claude-sonnet-4.5', weight: 5 },
  { id: 'anthropic/claude-opus-4.5', weight: 1 },
  { id: 'google/gemini-2.5-pro', weight: 2 },
];
const cheap = [
  { id: 'deepseek/deepseek-chat', weight: 4 },
  { id: 'groq/llama-3.3-70b-versatile', weight: 2 },
  { id: 'mistralai/mistral-large-2512', weight: 1 },
];

/** Programs of the demo account itself. */
export const ownPrograms: readonly Program[] = [
  { name: 'side project', weight: 3, models: fast, tokens: 240 },
  { name: 'editor', weight: 4, models: strong, tokens: 600 },
  { name: 'nightly summary', weight: 1, models: cheap, tokens: 900, isNightly: true },
];

/** Programs of the teams of the demo organization. */
export const teamPrograms: Readonly<Record<string, readonly Program[]>> = {
  Research: [
    { name: 'paper reader', weight: 3, models: strong, tokens: 900 },
    { name: 'evaluation', weight: 2, models: [...fast, ...cheap], tokens: 300, isNightly: true },
  ],
  Product: [
    { name: 'assistant', weight: 6, models: fast, tokens: 350 },
    { name: 'code review', weight: 3, models: strong, tokens: 700 },
  ],
  Support: [{ name: 'ticket triage', weight: 5, models: cheap, tokens: 120, isNightly: true }],
};
