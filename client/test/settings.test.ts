import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { forServer, needsRestart, read, shows } from '../src/settings';
import { values } from './vscode';

beforeEach(() => {
  values.clear();
});

describe('the settings', () => {
  test('have their defaults where nothing is set', () => {
    expect(read()).toEqual({ interpreter: [], path: [], useBundled: true, notifications: 'onError' });
  });

  test('that make no sense count as not set', () => {
    values.set('retrograd.interpreter', 'python');
    values.set('retrograd.path', ['', 3, '/bin/retrograd']);
    values.set('retrograd.showNotifications', 'sometimes');
    expect(read()).toMatchObject({ interpreter: [], path: ['/bin/retrograd'], notifications: 'onError' });
  });

  test('go to the server whole', () => {
    values.set('retrograd.ignore', ['grad-not-zeroed']);
    values.set('editor.fontSize', 12);
    expect(forServer()).toEqual({ ignore: ['grad-not-zeroed'] });
  });

  test('decide which messages are shown', () => {
    expect(shows('off', 'error')).toBe(false);
    expect(shows('onError', 'warning')).toBe(false);
    expect(shows('onWarning', 'warning')).toBe(true);
    expect(shows('always', 'info')).toBe(true);
  });

  test('need another server only where they name it', () => {
    const changed = (name: string) => needsRestart({ affectsConfiguration: (section: string) => section === name });
    expect(changed('retrograd.interpreter')).toBe(true);
    expect(changed('retrograd.importStrategy')).toBe(true);
    expect(changed('retrograd.severity')).toBe(false);
  });

  test('are the same in the manifest and here', () => {
    const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as {
      contributes: { configuration: { properties: Record<string, { default: unknown }> } };
    };
    const properties = manifest.contributes.configuration.properties;
    for (const [name, property] of Object.entries(properties)) {
      values.set(name, property.default);
    }
    expect(read()).toEqual({ interpreter: [], path: [], useBundled: true, notifications: 'onError' });
  });
});
