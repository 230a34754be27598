// Which Python runs the server: the setting, then the Python extensions, then the PATH.

/** A command that starts a Python, with where it comes from in words for messages. */
export interface Candidate {
  readonly command: readonly string[];
  readonly source: string;
}

/** What a Python says of itself. */
export interface Probe {
  readonly version: readonly [number, number];
  readonly hasServer: boolean;
}

/** What the choice needs to know of the world. */
export interface World {
  readonly setting: readonly string[];
  /** The interpreter chosen in a Python extension, if there is one. */
  environment(): Promise<string | undefined>;
  /** Starts the command and asks it; undefined where it does not start. */
  probe(command: readonly string[]): Promise<Probe | undefined>;
  /** Names of Python to be looked for in the PATH. */
  readonly names: readonly string[];
}

/** The Python to use, or why there is none. */
export type Choice = { readonly found: Candidate } | { readonly problem: string };

export const OLDEST: readonly [number, number] = [3, 10];

/** The first candidate that is new enough and has the server. One that is set by hand is not passed over in silence. */
export async function choose(world: World): Promise<Choice> {
  const problems: string[] = [];
  for (const candidate of await candidates(world)) {
    const problem = trouble(candidate, await world.probe(candidate.command));
    if (problem === undefined) {
      return { found: candidate };
    }
    problems.push(problem);
  }
  return { problem: problems[0] ?? 'No Python was found.' };
}

async function candidates(world: World): Promise<Candidate[]> {
  if (world.setting.length > 0) {
    return [{ command: world.setting, source: 'the setting retrograd.interpreter' }];
  }
  const found: Candidate[] = [];
  const environment = await world.environment();
  if (environment !== undefined) {
    found.push({ command: [environment], source: 'the Python extension' });
  }
  for (const name of world.names) {
    found.push({ command: [name], source: 'the PATH' });
  }
  return found;
}

function trouble(candidate: Candidate, probe: Probe | undefined): string | undefined {
  const name = `${candidate.command.join(' ')} (from ${candidate.source})`;
  if (probe === undefined) {
    return `${name} could not be started.`;
  }
  const [major, minor] = probe.version;
  if (major < OLDEST[0] || (major === OLDEST[0] && minor < OLDEST[1])) {
    return `${name} is Python ${major}.${minor}; Retrograd needs ${OLDEST[0]}.${OLDEST[1]} or newer.`;
  }
  if (!probe.hasServer) {
    return `${name} has no package retrograd: pip install retrograd.`;
  }
  return undefined;
}

/** A program for `python -c` that prints what `readProbe` reads. */
export const PROBE = [
  'import importlib.util, sys',
  "print('%d.%d %d' % (*sys.version_info[:2], importlib.util.find_spec('retrograd') is not None))",
].join('; ');

/** Reads the last line that PROBE printed. */
export function readProbe(output: string): Probe | undefined {
  const match = /(\d+)\.(\d+) ([01])\s*$/.exec(output);
  if (match === null) {
    return undefined;
  }
  return { version: [Number(match[1]), Number(match[2])], hasServer: match[3] === '1' };
}
