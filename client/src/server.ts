// The server's process: found, started, started again when it dies, and stopped.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as path from 'node:path';
import * as vscode from 'vscode';
import { CloseAction, ErrorAction, LanguageClient, RevealOutputChannelOn, type ServerOptions } from 'vscode-languageclient/node';
import { activeInterpreter } from './environments';
import { choose, PROBE, readProbe, type Probe } from './python';
import { Restarts } from './restarts';
import { forServer, read, SECTION, shows, type Level } from './settings';
import type { Status } from './status';

const PROBE_TIMEOUT = 15_000;

export class Server {
  #client: LanguageClient | undefined;
  #work: Promise<void> = Promise.resolve();
  readonly #restarts = new Restarts();

  constructor(
    private readonly extensionPath: string,
    private readonly log: vscode.LogOutputChannel,
    private readonly status: Status,
  ) {}

  /** Starts the server, a running one being stopped first. Calls are worked off one after the other. */
  start(): Promise<void> {
    this.#work = this.#work.then(() => this.#start());
    return this.#work;
  }

  /** Starts anew because somebody asked for it. */
  restart(): Promise<void> {
    this.#restarts.forget();
    return this.start();
  }

  async stop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    try {
      await client?.dispose();
    } catch (error) {
      this.log.warn(`The server did not stop in order: ${String(error)}`);
    }
  }

  async #start(): Promise<void> {
    await this.stop();
    this.status.starting();
    const command = await this.#command();
    if (command === undefined) {
      return;
    }
    this.log.info(`Starting ${command.join(' ')}`);
    const client = this.#languageClient(command);
    this.#client = client;
    try {
      await client.start();
      this.status.running(client.initializeResult?.serverInfo?.version);
    } catch (error) {
      this.#fail(`The server could not be started: ${String(error)}`);
    }
  }

  /** The command that starts the server; undefined, with a message, where there is none. */
  async #command(): Promise<readonly string[] | undefined> {
    const settings = read();
    if (settings.path.length > 0) {
      return [...settings.path, 'server'];
    }
    const choice = await choose({
      setting: settings.interpreter,
      environment: () => activeInterpreter(vscode.window.activeTextEditor?.document.uri),
      probe: (command) => this.#probe(command),
      names: process.platform === 'win32' ? ['python', 'py'] : ['python3', 'python'],
    });
    if ('problem' in choice) {
      this.#fail(choice.problem);
      return undefined;
    }
    this.log.info(`Python: ${choice.found.command.join(' ')}, from ${choice.found.source}`);
    return [...choice.found.command, '-m', 'retrograd', 'server'];
  }

  #probe(command: readonly string[]): Promise<Probe | undefined> {
    const [program, ...args] = command;
    return new Promise((resolve) => {
      if (program === undefined) {
        resolve(undefined);
        return;
      }
      const options = { env: this.#environment(), cwd: this.extensionPath, timeout: PROBE_TIMEOUT };
      execFile(program, [...args, '-c', PROBE], options, (error, output) => {
        resolve(error === null ? readProbe(output) : undefined);
      });
    });
  }

  /** The user's folder is no place to import from: a torch.py or ast.py there must not be taken for the real one. */
  #environment(): NodeJS.ProcessEnv {
    const bundled = path.join(this.extensionPath, 'bundled', 'libs');
    const libraries = read().useBundled && existsSync(bundled) ? { PYTHONPATH: bundled } : {};
    return { ...process.env, ...libraries, PYTHONSAFEPATH: '1', PYTHONUTF8: '1', PYTHONUNBUFFERED: '1' };
  }

  #languageClient(command: readonly string[]): LanguageClient {
    const [program = '', ...args] = command;
    const options: ServerOptions = { command: program, args, options: { env: this.#environment(), cwd: this.extensionPath } };
    return new LanguageClient(SECTION, 'Retrograd', options, {
      documentSelector: ['file', 'untitled', 'vscode-notebook-cell'].map((scheme) => ({ language: 'python', scheme })),
      outputChannel: this.log,
      revealOutputChannelOn: RevealOutputChannelOn.Never,
      initializationOptions: { settings: forServer() },
      synchronize: { configurationSection: SECTION },
      markdown: { supportHtml: true },
      errorHandler: {
        error: () => ({ action: ErrorAction.Continue }),
        closed: () => this.#closed(),
      },
    });
  }

  #closed(): { action: CloseAction; handled: boolean } {
    if (this.#restarts.died()) {
      this.log.warn('The server ended and is started again.');
      return { action: CloseAction.Restart, handled: true };
    }
    this.#fail('The server ended several times and is not started again.');
    return { action: CloseAction.DoNotRestart, handled: true };
  }

  #fail(message: string): void {
    this.log.error(message);
    this.status.failed(message);
    void this.#tell('error', message);
  }

  async #tell(level: Level, message: string): Promise<void> {
    if (!shows(read().notifications, level)) {
      return;
    }
    const settings = 'Open Setting';
    const log = 'Show Log';
    const answer = await vscode.window.showErrorMessage(`Retrograd: ${message}`, settings, log);
    if (answer === settings) {
      await vscode.commands.executeCommand('workbench.action.openSettings', 'retrograd.interpreter');
    } else if (answer === log) {
      this.log.show();
    }
  }
}
