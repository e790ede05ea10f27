import { chatCompletions } from './chat-completions';
import type { Dialect } from './dialect';
import { messages } from './messages';
import { responses } from './responses';

export const dialects: readonly Dialect[] = [chatCompletions, responses, messages];
