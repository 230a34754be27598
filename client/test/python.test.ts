import { execFileSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { choose, PROBE, readProbe, type Probe, type World } from '../src/python';

const GOOD: Probe = { version: [3, 12], hasServer: true };

function world(probes: Record<string, Probe>, rest: Partial<World> = {}): World & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    setting: [],
    names: ['python3', 'python'],
    environment: () => Promise.resolve(undefined),
    probe: (command) => {
      asked.push(command.join(' '));
      return Promise.resolve(probes[command.join(' ')]);
    },
    ...rest,
  };
}

describe('the choice of a Python', () => {
  test('the setting goes before everything else', async () => {
    const here = world({ 'conda run python': GOOD, python3: GOOD }, { setting: ['conda', 'run', 'python'] });
    expect(await choose(here)).toEqual({ found: { command: ['conda', 'run', 'python'], source: 'the setting retrograd.interpreter' } });
    expect(here.asked).toEqual(['conda run python']);
  });

  test('a setting that does not work is told, not passed over', async () => {
    const choice = await choose(world({ python3: GOOD }, { setting: ['/gone/python'] }));
    expect(choice).toEqual({ problem: '/gone/python (from the setting retrograd.interpreter) could not be started.' });
  });

  test('the Python extension goes before the PATH', async () => {
    const choice = await choose(world({ '/env/bin/python': GOOD, python3: GOOD }, { environment: () => Promise.resolve('/env/bin/python') }));
    expect(choice).toMatchObject({ found: { command: ['/env/bin/python'], source: 'the Python extension' } });
  });

  test('an environment without the server leaves the PATH to be tried', async () => {
    const here = world({ '/env/python': { ...GOOD, hasServer: false }, python3: GOOD }, { environment: () => Promise.resolve('/env/python') });
    expect(await choose(here)).toMatchObject({ found: { command: ['python3'] } });
  });

  test('a Python that is too old is told with its version', async () => {
    const choice = await choose(world({ python3: { version: [3, 9], hasServer: true } }));
    expect(choice).toMatchObject({ problem: expect.stringContaining('is Python 3.9; Retrograd needs 3.10 or newer') as string });
  });

  test('Python 3.10 is new enough, and so is 4.0', async () => {
    expect(await choose(world({ python3: { version: [3, 10], hasServer: true } }))).toHaveProperty('found');
    expect(await choose(world({ python3: { version: [4, 0], hasServer: true } }))).toHaveProperty('found');
  });

  test('without any Python there is one message', async () => {
    expect(await choose(world({}))).toEqual({ problem: 'python3 (from the PATH) could not be started.' });
  });
});

describe('what a Python says of itself', () => {
  test('is read from the last line, whatever was printed before', () => {
    expect(readProbe('a banner\n3.11 1\n')).toEqual({ version: [3, 11], hasServer: true });
    expect(readProbe('3.9 0')).toEqual({ version: [3, 9], hasServer: false });
  });

  test('is nothing where it prints something else', () => {
    expect(readProbe('command not found')).toBeUndefined();
    expect(readProbe('')).toBeUndefined();
  });

  test('is said by a real one', () => {
    const probe = readProbe(execFileSync('python3', ['-c', PROBE], { encoding: 'utf8' }));
    expect(probe?.version[0]).toBe(3);
  });
});
