/** What the inspector returns from `Profiler.stop`, as far as it is read here. */
export interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  /** The node that ran at each sample. */
  readonly samples: readonly number[];
  /** Microseconds since the sample before. */
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    readonly lineNumber: number;
  };
  readonly children?: readonly number[];
}

export interface FunctionTime {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  /** In the function itself. */
  readonly selfMicros: number;
  /** In the function and all that it called. */
  readonly totalMicros: number;
}

const idleNames = new Set(['(idle)', '(program)', '(root)']);

/** The time of each function, the largest share first, without the time in which nothing ran. */
export function readFunctionTimes({ nodes, samples, timeDeltas }: CpuProfile): FunctionTime[] {
  const self = new Map<number, number>();
  samples.forEach((id, index) => {
    self.set(id, (self.get(id) ?? 0) + Math.max(0, timeDeltas[index] ?? 0));
  });
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const times = new Map<string, { node: ProfileNode; self: number; total: number }>();
  const visit = (node: ProfileNode, above: ReadonlySet<string>): number => {
    const key = keyOf(node);
    const own = self.get(node.id) ?? 0;
    const inside = new Set(above).add(key);
    let total = own;
    for (const id of node.children ?? []) {
      const child = byId.get(id);
      if (child !== undefined) total += visit(child, inside);
    }
    const time = times.get(key) ?? { node, self: 0, total: 0 };
    time.self += own;
    // A function that calls itself is counted once.
    if (!above.has(key)) time.total += total;
    times.set(key, time);
    return total;
  };
  const [root] = nodes;
  if (root !== undefined) visit(root, new Set());
  return [...times.values()]
    .map(({ node: { callFrame }, self: selfMicros, total: totalMicros }) => ({
      name: callFrame.functionName || '(anonymous)',
      file: callFrame.url,
      line: callFrame.lineNumber + 1,
      selfMicros,
      totalMicros,
    }))
    .filter(({ name }) => !idleNames.has(name))
    .sort((left, right) => right.selfMicros - left.selfMicros);
}

function keyOf({ callFrame: { functionName, lineNumber, url } }: ProfileNode): string {
  return `${functionName} ${url}:${lineNumber}`;
}
