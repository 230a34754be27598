// The extension: starts the server when a Python file or a notebook is opened, and follows what concerns its start.
import * as vscode from 'vscode';
import { onChange } from './environments';
import { Server } from './server';
import { needsRestart, read } from './settings';
import { Status } from './status';

let server: Server | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel('Retrograd', { log: true });
  const status = new Status();
  const running = new Server(context.extensionPath, log, status);
  server = running;
  context.subscriptions.push(
    log,
    status,
    vscode.commands.registerCommand('retrograd.restart', () => running.restart()),
    vscode.commands.registerCommand('retrograd.showLog', () => {
      log.show();
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (needsRestart(event)) {
        void running.restart();
      }
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => void running.restart()),
  );
  await running.start();
  const another = () => {
    if (read().interpreter.length === 0) {
      void running.restart();
    }
  };
  context.subscriptions.push(...(await onChange(another)));
}

export async function deactivate(): Promise<void> {
  await server?.stop();
}
