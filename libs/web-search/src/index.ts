import { brave } from './brave/adapter';
import { exa } from './exa/adapter';
import type { SearchEngine, SearchEngineName } from './search-engine';
import { searxng } from './searxng/adapter';
import { tavily } from './tavily/adapter';

export const searchEngines: Readonly<Record<SearchEngineName, SearchEngine>> = {
  searxng,
  brave,
  tavily,
  exa,
};

export { searchEngineNames, type FoundPage, type SearchEngineName } from './search-engine';
export { SearchClient, SearchError } from './search-client';
export { writeSearchPrompt, type SearchPrompt } from './write-prompt';
