/** A rule of the baseline. */
export interface BaselineRule {
  readonly id: string;
  readonly category: string;
  /** RE2 syntax. */
  readonly pattern: string;
  /** Every text that the pattern matches contains one of these; a space is any white space. */
  readonly triggers: readonly string[];
}

const article =
  '(?:(?:an?|the|some|my|your|own|two|young|little|cute|homemade|working|small)\\s+)*';

/** A request to the model, and not a sentence about such requests. */
const asked =
  '(?:^|[.!?:"\\n]\\s*|\\b(?:please|can you|could you|would you|will you|you to|help me)\\s+)' +
  '(?:write|generate|create|draw|make|produce|render|show|send|give|describe|continue)' +
  '(?:\\s+(?:me|us))?\\s+';
const aged = '(?:[1-9]|1[0-7])[\\s-]*(?:years?|yrs?)[\\s-]*olds?\\b';
const minor =
  `(?:child(?:ren)?\\b|kids?\\b|toddlers?\\b|infants?\\b|minors\\b|pre-?teens?\\b|` +
  `schoolgirls?\\b|schoolboys?\\b|under-?age\\b|minor(?:\\s*(?:[.,!?;:)"']|$)|\\s+who\\b)|${aged})`;
const sexualWork =
  '(?:sexual|sexually explicit|erotic|lewd|pornographic|nude|nsfw|sex)\\s+(?:story|stories|' +
  'scenes?|images?|pictures?|photos?|videos?|fan\\s?fic(?:tion)?|role-?plays?|drawings?|poems?)';
/** Only the end of the request, so that a law, a vaccine or a history of it does not match. */
const requestEnd =
  '(?:\\s*(?:[.,!?;:)"\']|$)|\\s+(?:at\\s+home|myself|step\\s+by\\s+step|using|from|with)\\b)';

const sexualMinors = [
  `${asked}${article}(?:\\w+\\s+)?(?:${sexualWork}|erotica|smut|porn|hentai)\\s+` +
    `(?:of|about|with|involving|between|featuring|starring|depicting)\\s+${article}` +
    `(?:\\w+\\s+and\\s+${article})?${minor}`,
  `${asked}${article}(?:images?|pictures?|photos?|videos?|drawings?)\\s+of\\s+${article}` +
    `(?:nude|naked|undressed|sexuali[sz]ed)\\s+${article}${minor}`,
  `${asked}${article}(?:child|kiddie|underage|pre-?teen|toddler|loli|shota)\\s+` +
    `(?:porn(?:ography)?|erotica|nudes|hentai)${requestEnd}`,
  `\\b(?:pretend\\s+(?:to\\s+be|you\\s+are)|act\\s+as|role-?play\\s+as)\\s+${article}${aged}` +
    '[^.!?\\n]{0,40}\\b(?:erotic|horny|nsfw|lewd|sex\\s+scene)\\b',
].join('|');

const howTo =
  '\\b(?:how\\s+(?:to|(?:do|can|could|would|should)\\s+(?:i|you|one|someone))|help\\s+me|' +
  'i\\s+(?:want|need|plan)\\s+to|(?:instructions|steps|recipe|guide|protocol|procedure)\\s+' +
  '(?:to|for|on))\\s+';
const makes =
  '(?:make|making|synthesi[sz](?:e|ing)|produc(?:e|ing)|manufactur(?:e|ing)|build(?:ing)?|' +
  'prepar(?:e|ing)|weaponi[sz](?:e|ing)|brew(?:ing)?|assembl(?:e|ing)|construct(?:ing)?';
const making = `${makes})\\s+${article}`;
const growing = `${makes}|grow(?:ing)?|cultur(?:e|ing)|cultivat(?:e|ing)|aerosoli[sz](?:e|ing))\\s+${article}`;

const chemicalAgent =
  '(?:sarin|tabun|soman|cyclosarin|novichok|vx\\s+(?:gas|(?:nerve\\s+)?agent)|lewisite|mustard\\s+gas|sulfur\\s+mustard|' +
  'nerve\\s+(?:agent|gas)|chemical\\s+weapon)s?(?:\\s+gas)?';
const biologicalAgent =
  '(?:anthrax(?:\\s+spore)?|bacillus\\s+anthracis|smallpox(?:\\s+virus)?|variola(?:\\s+virus)?|' +
  'ricin|botulinum\\s+toxin|yersinia\\s+pestis|bioweapon|biological\\s+weapon)s?';
const nuclearDevice =
  '(?:dirty\\s+bomb|radiological\\s+(?:weapon|bomb|dispersal\\s+device)|' +
  'nuclear\\s+(?:weapon|bomb|warhead)|atom(?:ic)?\\s+bomb)s?';

/** Deliberately narrow: operators add their own rules for anything beyond it. */
export const baselineRules: readonly BaselineRule[] = [
  {
    id: 'baseline-sexual-minors',
    category: 'sexual/minors',
    pattern: sexualMinors,
    triggers: [
      'sex',
      'erotic',
      'lewd',
      'porn',
      'nude',
      'naked',
      'undressed',
      'nsfw',
      'smut',
      'hentai',
      'horny',
    ],
  },
  {
    id: 'baseline-chemical-weapons',
    category: 'weapons/chemical',
    pattern: `${howTo}${making}${chemicalAgent}${requestEnd}`,
    triggers: [
      'sarin',
      'tabun',
      'soman',
      'novichok',
      ' vx',
      'lewisite',
      'mustard',
      'nerve',
      'weapon',
    ],
  },
  {
    id: 'baseline-biological-weapons',
    category: 'weapons/biological',
    pattern:
      `${howTo}${growing}${biologicalAgent}${requestEnd}|` +
      `${howTo}(?:make|modify|engineer)\\s+[^.!?\\n]{0,30}(?:virus|pathogen|h5n1|influenza|` +
      'smallpox|ebola)\\s+more\\s+(?:transmissible|contagious|lethal|deadly|virulent)\\b',
    triggers: [
      'anthrax',
      'anthracis',
      'smallpox',
      'variola',
      ' ricin',
      'botulinum',
      'pestis',
      'weapon',
      'transmissible',
      'contagious',
      'lethal',
      'deadly',
      'virulent',
    ],
  },
  {
    id: 'baseline-nuclear-weapons',
    category: 'weapons/nuclear',
    pattern:
      `${howTo}${making}${nuclearDevice}${requestEnd}|` +
      `${howTo}enrich(?:ing)?\\s+uranium\\s+(?:for|to\\s+make|to\\s+build)\\s+${article}` +
      '(?:nuclear\\s+|atomic\\s+)?(?:bomb|weapon|warhead)s?\\b',
    triggers: ['bomb', 'weapon', 'warhead', 'radiological'],
  },
];
