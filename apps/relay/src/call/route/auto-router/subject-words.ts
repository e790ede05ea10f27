import type { SubjectTier } from '../../../catalog/tiers';

export interface SubjectWords {
  /** Rarely used for anything else. */
  readonly strong: readonly string[];
  readonly weak: readonly string[];
}

/** Words and phrases of each subject, in lower case; a plural counts as its singular. */
export const subjectWords: Readonly<Record<SubjectTier, SubjectWords>> = {
  coding: {
    strong: [
      ...['refactor', 'unit test', 'compile error', 'typescript', 'regex', 'pull request'],
      ...['javascript', 'python', 'rust', 'golang', 'java', 'kotlin', 'html', 'css', 'react'],
      ...['django', 'flask', 'dockerfile', 'git', 'github', 'npm', 'eslint', 'jest', 'pytest'],
      ...['source code', 'code example', 'code review', 'codebase', 'stack trace', 'debug'],
      ...['merge conflict', 'syntax error', 'typeerror', 'failing test', 'bash script'],
      ...['shell script', 'api endpoint', 'command line tool', 'mutex', 'orm', 'data class'],
    ],
    weak: [
      ...['function', 'bug', 'script', 'api', 'code', 'class', 'method', 'variable', 'loop'],
      ...['library', 'framework', 'endpoint', 'server', 'compile', 'deploy', 'repository'],
      ...['build', 'async', 'cache', 'program', 'exception', 'error handling', 'component'],
      ...['express', 'multi stage build', 'workflow', 'connection pool', 'layout'],
    ],
  },
  data: {
    strong: [
      ...['dataframe', 'csv', 'pivot', 'regression', 'sql query', 'correlation', 'dataset'],
      ...['pandas', 'spreadsheet', 'excel', 'standard deviation', 'histogram', 'pivot table'],
      ...['p value', 'a b test', 'confusion matrix', 'outlier', 'statistical test', 'time series'],
      ...['missing value', 'scatter plot', 'cohort', 'data analysis', 'dashboard'],
    ],
    weak: [
      ...['average', 'chart', 'column', 'mean', 'median', 'row', 'table', 'percent', 'sum'],
      ...['group by', 'cluster', 'aggregate', 'aggregation', 'sample', 'distribution', 'survey'],
      ...['metric', 'visualise', 'visualize', 'plot', 'formula', 'forecast', 'quartile', 'data'],
      ...['series', 'precision', 'recall', 'coefficient', 'duplicate', 'unique'],
    ],
  },
  search: {
    strong: [
      ...['latest news', 'search the web', 'look up', 'current price of', 'cite sources'],
      ...['search online', 'search for', 'on the web', 'use the web', 'look it up', 'web search'],
      ...['breaking news', 'recent news', 'top headlines', 'opening hours', 'weather forecast'],
      ...['browse the web', 'recent sources', 'live score', 'recent papers', 'recent reviews'],
    ],
    weak: [
      ...['today', 'recent', 'website', 'current', 'currently', 'latest', 'news', 'now', 'web'],
      ...['this week', 'this weekend', 'last weekend', 'yesterday', 'source', 'link', 'online'],
      ...['announced', 'headline', 'exchange rate', 'find out', 'near', 'press release'],
    ],
  },
  social: {
    strong: [
      ...['tweet', 'instagram caption', 'linkedin post', 'hashtag', 'instagram', 'linkedin'],
      ...['tiktok', 'social media', 'facebook post', 'facebook', 'twitter', 'influencer'],
      ...['instagram post', 'content plan', 'youtube', 'reddit', 'tweet thread', 'viral hook'],
    ],
    weak: [
      ...['follower', 'viral', 'post', 'caption', 'thread', 'bio', 'engagement', 'hook'],
      ...['comment', 'emoji', 'dm', 'reel', 'vlog', 'audience', 'pinned comment', 'announcement'],
    ],
  },
  email: {
    strong: [
      ...['draft an email', 'reply to this email', 'inbox', 'subject line', 'email', 'e mail'],
      ...['write an email', 'compose an email', 'send an email', 'out of office', 'cold email'],
      ...['follow up email', 'email thread', 'reminder email', 'apology email', 'this email'],
      ...['resignation email', 'word an email'],
    ],
    weak: [
      ...['regards', 'cc', 'bcc', 'recipient', 'dear', 'reply', 'attached', 'attachment'],
      ...['sender', 'unsubscribe', 'signature', 'newsletter', 'sincerely', 'draft', 'polite'],
    ],
  },
  calendar: {
    strong: [
      ...['schedule a meeting', 'reschedule', 'calendar invite', 'availability', 'calendar'],
      ...['appointment', 'set a reminder', 'time slot', 'time zone', 'double booked'],
      ...['book a meeting', 'set up a meeting', 'recurring event', 'meeting series'],
      ...['find a slot', 'focus time', 'schedule a call', 'my meetings', 'board meeting'],
    ],
    weak: [
      ...['tomorrow at', 'agenda', 'schedule', 'meeting', 'invite', 'slot', 'reminder'],
      ...['next week', 'at noon', 'standup', 'event', 'available', 'kickoff', 'interview'],
      ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
      ...['every day', 'every morning', 'weekly', 'follow up'],
    ],
  },
  trading: {
    strong: [
      ...['stock', 'portfolio', 'candlestick', 'backtest', 'options chain', 'crypto pair'],
      ...['etf', 'stop loss', 'take profit', 'forex', 'call option', 'put option', 'crypto'],
      ...['covered call', 'cash secured put', 'short selling', 'short squeeze', 'bitcoin'],
      ...['moving average', 'rsi', 'sharpe ratio', 'implied volatility', 'contango', 'btc'],
      ...['swing trade', 'day trading', 'bid ask', 'position sizing', 'bull case', 'bear case'],
      ...['head and shoulders', 'dollar cost averaging', 'market making', 'dividend'],
    ],
    weak: [
      ...['price target', 'market', 'trade', 'trader', 'share', 'bond', 'spread', 'volatility'],
      ...['drawdown', 'earnings', 'bull', 'bear', 'risk', 'futures', 'dip', 'sell', 'buy'],
      ...['broker', 'ticker', 'invest', 'rebalance', 'trend', 'indicator', 'balance sheet'],
    ],
  },
  image: {
    strong: [
      ...['draw', 'generate an image', 'logo design', 'illustration of', 'illustration'],
      ...['image of', 'picture of', 'photo of', 'create an image', 'create a picture', 'paint'],
      ...['sketch', 'watercolour', 'watercolor', 'photorealistic', 'app icon', 'line art'],
      ...['oil on canvas', 'comic strip', 'an image', 'generate a photo', 'draw it', 'draw me'],
    ],
    weak: [
      ...['picture', 'poster', 'image', 'photo', 'portrait', 'icon', 'logo', 'background'],
      ...['artwork', 'drawing', 'isometric', 'sticker', 'render', 'in the style of', 'wallpaper'],
      ...['canvas', 'cartoon', 'cover', 'minimalistic', 'abstract', 'pattern', 'golden hour'],
    ],
  },
  video: {
    strong: [
      ...['make a video', 'animate', 'storyboard clip', 'text to video', 'video of', 'animation'],
      ...['create a video', 'generate a video', 'video clip', 'slow motion', 'time lapse'],
      ...['drone footage', 'music video', 'storyboard', 'video ad', 'animated', 'short film'],
      ...['make a clip', 'clip of', 'footage of'],
    ],
    weak: [
      ...['footage', 'clip', 'video', 'cinematic', 'scene', 'camera', 'second', 'looping'],
      ...['film', 'shot', 'vertical format', 'intro', 'drone', 'handheld', 'commercial'],
    ],
  },
};
