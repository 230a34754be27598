// The settings that the client itself reads; the server gets all of them as they are.
import * as vscode from 'vscode';

export const SECTION = 'retrograd';

export type Notifications = 'off' | 'onError' | 'onWarning' | 'always';
export type Level = 'error' | 'warning' | 'info';

const LEVELS: Readonly<Record<Notifications, readonly Level[]>> = {
  off: [],
  onError: ['error'],
  onWarning: ['error', 'warning'],
  always: ['error', 'warning', 'info'],
};

/** Settings whose change needs another server. */
const OF_THE_START = ['interpreter', 'path', 'importStrategy'].map((name) => `${SECTION}.${name}`);

export interface ClientSettings {
  readonly interpreter: readonly string[];
  readonly path: readonly string[];
  readonly useBundled: boolean;
  readonly notifications: Notifications;
}

/** The settings as they are now. */
export function read(): ClientSettings {
  const section = vscode.workspace.getConfiguration(SECTION);
  return {
    interpreter: words(section.get('interpreter')),
    path: words(section.get('path')),
    useBundled: section.get('importStrategy') !== 'fromEnvironment',
    notifications: notifications(section.get('showNotifications')),
  };
}

/** All that is set under `retrograd.*`, for the server. */
export function forServer(): unknown {
  return JSON.parse(JSON.stringify(vscode.workspace.getConfiguration(SECTION)));
}

/** Whether a message of this level is to be shown. */
export function shows(setting: Notifications, level: Level): boolean {
  return LEVELS[setting].includes(level);
}

/** Whether a change of the settings needs the server to be started anew. */
export function needsRestart(event: Pick<vscode.ConfigurationChangeEvent, 'affectsConfiguration'>): boolean {
  return OF_THE_START.some((name) => event.affectsConfiguration(name));
}

function words(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((word): word is string => typeof word === 'string' && word !== '') : [];
}

function notifications(value: unknown): Notifications {
  return typeof value === 'string' && value in LEVELS ? (value as Notifications) : 'onError';
}
