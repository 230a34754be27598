// The language status item: what the server is doing, next to the language in the status bar.
import * as vscode from 'vscode';

export class Status implements vscode.Disposable {
  readonly #item: vscode.LanguageStatusItem;

  constructor() {
    this.#item = vscode.languages.createLanguageStatusItem('retrograd.status', { language: 'python' });
    this.#item.name = 'Retrograd';
    this.#item.command = { command: 'retrograd.showLog', title: 'Show Log' };
    this.starting();
  }

  starting(): void {
    this.#show('starting', vscode.LanguageStatusSeverity.Information, true);
  }

  running(version: string | undefined): void {
    this.#show(version ?? 'running', vscode.LanguageStatusSeverity.Information, false);
  }

  failed(why: string): void {
    this.#show(why, vscode.LanguageStatusSeverity.Error, false);
  }

  dispose(): void {
    this.#item.dispose();
  }

  #show(detail: string, severity: vscode.LanguageStatusSeverity, busy: boolean): void {
    this.#item.text = 'Retrograd';
    this.#item.detail = detail;
    this.#item.severity = severity;
    this.#item.busy = busy;
  }
}
