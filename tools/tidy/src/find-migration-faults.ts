/** Removes what may contain the words of a statement: bodies of functions and quoted texts. */
const quoted = /\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'/g;
/** Signs in a comment that would begin a text or end a statement. */
const signs = /[';$]/g;
const marker = /--\s*unused since (\d+\.\d+\.\d+)\b/i;

/** What instances of the former release would fail on, while they run beside the new ones. */
const rules: readonly { readonly what: string; readonly pattern: RegExp }[] = [
  {
    what: 'drops what the former release may use',
    pattern: /\bDROP (TABLE|COLUMN|VIEW|MATERIALIZED VIEW|FUNCTION|SEQUENCE|TYPE|SCHEMA)\b/i,
  },
  {
    what: 'drops a column',
    pattern: /\bALTER TABLE\b[\s\S]*\bDROP (?!CONSTRAINT|NOT NULL|DEFAULT|COLUMN|IDENTITY)\w/i,
  },
  { what: 'renames', pattern: /\bRENAME\b/i },
  { what: 'changes a type', pattern: /\bALTER (COLUMN )?"?\w+"? (SET DATA )?TYPE\b/i },
  { what: 'sets NOT NULL', pattern: /\bSET NOT NULL\b/i },
  { what: 'drops a default', pattern: /\bDROP DEFAULT\b/i },
];

/**
 * Faults of a migration that runs while instances of the former release serve. A statement that
 * takes something away must have a comment `-- unused since 1.2.3`, which names a landed release.
 */
export function findMigrationFaults(sql: string, landed: readonly string[]): string[] {
  const created = [...sql.matchAll(/\bCREATE TABLE (?:IF NOT EXISTS )?"?(\w+)"?/gi)].map(
    ([, name]) => name,
  );
  return sql
    .replace(/--.*$/gm, (comment) => comment.replace(signs, ' '))
    .replace(quoted, "''")
    .split(';')
    .flatMap((statement) => {
      const code = statement.replace(/--.*$/gm, '');
      const table = /\bALTER TABLE (?:IF EXISTS )?(?:ONLY )?"?(\w+)"?/i.exec(code)?.[1];
      // Only this migration knows a table that it makes itself.
      if (table !== undefined && created.includes(table)) return [];
      const faults = listFaults(code);
      if (faults.length === 0) return [];
      const release = marker.exec(statement)?.[1];
      if (release === undefined) {
        return faults.map((fault) => `${fault} without a comment "-- unused since <release>"`);
      }
      return landed.includes(release) ? [] : [`names ${release}, which is not a landed release`];
    });
}

function listFaults(code: string): string[] {
  const faults = rules.filter(({ pattern }) => pattern.test(code)).map(({ what }) => what);
  const isAlter = /\bALTER TABLE\b/i.test(code);
  const added = isAlter ? splitClauses(code).filter((clause) => isColumn.test(clause)) : [];
  const strict = added.filter(
    (clause) => /\bNOT NULL\b/i.test(clause) && !/\b(DEFAULT|GENERATED)\b/i.test(clause),
  );
  return [...faults, ...strict.map(() => 'adds a column with NOT NULL and no default')];
}

const isColumn = /\bADD (?!CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN|EXCLUDE)/i;

/** Clauses of ALTER TABLE, which commas separate outside of parentheses. */
function splitClauses(code: string): string[] {
  let depth = 0;
  let clause = '';
  const clauses: string[] = [];
  for (const character of code) {
    if (character === '(') depth += 1;
    if (character === ')') depth -= 1;
    if (character === ',' && depth === 0) {
      clauses.push(clause);
      clause = '';
    } else {
      clause += character;
    }
  }
  return [...clauses, clause];
}
