// A real VS Code (code-server) with throw-away profile on a free port, and a browser that looks at it.
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ENTRY = path.join(ROOT, '.e2e/node_modules/code-server/out/node/entry.js');
const PICTURES = path.join(ROOT, 'artifacts/vscode');

const PROFILE = {
  'workbench.startupEditor': 'none',
  'workbench.enableExperiments': false,
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'chat.commandCenter.enabled': false,
  'chat.disableAIFeatures': true,
  'editor.accessibilitySupport': 'off',
  'editor.minimap.enabled': false,
  'editor.hover.delay': 100,
  'editor.cursorBlinking': 'solid',
  'editor.autoClosingBrackets': 'never',
  'files.autoSave': 'off',
  'git.enabled': false,
  'security.workspace.trust.enabled': false,
  'window.restoreWindows': 'none',
};

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Waits until `look` gives something, and gives that. */
export async function until(look, what, ms = 20_000) {
  const end = Date.now() + ms;
  for (;;) {
    const seen = await look();
    if (seen) return seen;
    if (Date.now() > end) throw new Error(`waited ${ms / 1000} s in vain for ${what}`);
    await pause(50);
  }
}

function browserPath() {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  const places = (process.env.PATH ?? '').split(':');
  const found = names.flatMap((name) => places.map((place) => path.join(place, name))).find((file) => existsSync(file));
  if (found === undefined) throw new Error('no browser: run tests/vscode/install.sh');
  return found;
}

async function freePort() {
  const server = net.createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Starts VS Code with the packaged extension, a workspace of the given files and these settings. */
export async function start({ files, settings }) {
  const home = mkdtempSync(path.join(os.tmpdir(), 'retrograd-vscode-'));
  const workspace = path.join(home, 'workspace');
  const profile = path.join(home, 'profile');
  mkdirSync(workspace, { recursive: true });
  for (const [name, text] of Object.entries(files)) writeFileSync(path.join(workspace, name), text);
  for (const [scope, values] of [['User', { ...PROFILE, ...settings }], ['Machine', settings]]) {
    // settings of the machine count only where they lie in the machine's own file
    mkdirSync(path.join(profile, scope), { recursive: true });
    writeFileSync(path.join(profile, scope, 'settings.json'), JSON.stringify(values));
  }
  const config = path.join(home, 'config.yaml');
  writeFileSync(config, 'auth: none\ncert: false\n');
  const env = { ...process.env, XDG_CONFIG_HOME: path.join(home, 'config'), XDG_DATA_HOME: path.join(home, 'data') };
  delete env.VSCODE_IPC_HOOK_CLI;
  const places = ['--config', config, '--user-data-dir', profile, '--extensions-dir', path.join(home, 'extensions')];
  const vsix = readdirSync(ROOT).filter((name) => name.endsWith('.vsix'));
  if (vsix.length !== 1) throw new Error(`one packaged extension is wanted in the repository, not ${vsix.length}: npm run package`);
  execFileSync(process.execPath, [ENTRY, ...places, '--install-extension', path.join(ROOT, vsix[0])], { env, stdio: 'pipe' });

  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const code = spawn(
    process.execPath,
    [ENTRY, ...places, '--auth', 'none', '--bind-addr', `127.0.0.1:${port}`, '--disable-telemetry', '--disable-update-check',
      '--disable-workspace-trust', '--disable-getting-started-override', '--disable-proxy',
      '--session-socket', path.join(home, 'session.sock'), workspace],
    { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true },
  );
  let output = '';
  for (const stream of [code.stdout, code.stderr]) stream.on('data', (data) => (output += data));
  await until(async () => {
    if (code.exitCode !== null) throw new Error(`code-server ended:\n${output}`);
    return fetch(`${url}/healthz`).then((answer) => answer.ok, () => false);
  }, 'code-server', 60_000);

  const browser = await chromium.launch({
    executablePath: browserPath(),
    headless: true,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  mkdirSync(PICTURES, { recursive: true });

  return {
    workspace,
    profile,
    /** Opens the workspace, and in it a file if one is named. */
    async open(name) {
      const page = await context.newPage();
      const file = name && `&payload=${encodeURIComponent(JSON.stringify([['openFile', `vscode-remote://127.0.0.1:${port}${path.join(workspace, name)}`]]))}`;
      await page.goto(`${url}/?folder=${encodeURIComponent(workspace)}${file ?? ''}`);
      await page.waitForSelector('.monaco-workbench', { timeout: 60_000 });
      return new Editor(page, workspace);
    },
    /** The text of the extension's own log. */
    log() {
      const logs = path.join(profile, 'logs');
      const found = existsSync(logs) ? readdirSync(logs, { recursive: true }) : [];
      return found.filter((name) => /Retrograd\.log$/.test(name)).map((name) => readFileSync(path.join(logs, name), 'utf8')).join('\n');
    },
    async stop() {
      await browser.close();
      try {
        process.kill(-code.pid, 'SIGTERM');
      } catch {
        // it has ended already
      }
      if (code.exitCode === null) await Promise.race([new Promise((resolve) => code.once('exit', resolve)), pause(5000)]);
      rmSync(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** What a person sees and does in one window. */
class Editor {
  constructor(page, workspace) {
    this.page = page;
    this.workspace = workspace;
    this.squiggles = page.locator('.editor-group-container.active .squiggly-error, .editor-group-container.active .squiggly-warning');
    // the Problems panel has a bulb of its own
    this.bulb = page
      .locator('.monaco-editor .glyph-margin-widgets [class*="codicon-gutter-lightbulb"], .monaco-editor .contentWidgets .lightBulbWidget')
      .filter({ visible: true });
    this.problems = page.locator('.markers-panel .monaco-list-row');
  }

  picture(name) {
    return this.page.screenshot({ path: path.join(PICTURES, `${name}.png`) });
  }

  /** The lines that are on the screen, from top to bottom. */
  async lines() {
    const painted = await this.page.$$eval('.editor-group-container.active .monaco-editor .view-lines .view-line', (lines) =>
      lines.map((line) => [parseFloat(line.style.top), line.textContent]));
    return painted.sort((a, b) => a[0] - b[0]).map(([, text]) => text.replace(/\u00a0/g, ' '));
  }

  saved(name) {
    return readFileSync(path.join(this.workspace, name), 'utf8');
  }

  /** The box of the nth line from the top, from 1. */
  async lineBox(number) {
    const boxes = await this.page.$$eval('.editor-group-container.active .monaco-editor .view-lines .view-line', (lines) =>
      lines.map((line) => ({ top: parseFloat(line.style.top), y: line.getBoundingClientRect().y, x: line.getBoundingClientRect().x, height: line.getBoundingClientRect().height })));
    return boxes.sort((a, b) => a.top - b.top)[number - 1];
  }

  /** Puts the cursor into a line, after `column` characters. */
  async goTo(number, column) {
    const box = await this.lineBox(number);
    await this.page.mouse.click(box.x + 200, box.y + box.height / 2);
    await this.page.keyboard.press('Home');
    for (let i = 0; i < column; i++) await this.page.keyboard.press('ArrowRight');
  }

  /** Moves the mouse over a squiggle and gives the hover that holds `text`. */
  async hover(text) {
    const box = await this.squiggles.first().boundingBox();
    const hover = this.page.locator('.monaco-hover-content').filter({ hasText: text }).first();
    await until(async () => {
      await this.page.mouse.move(box.x + 20 + Math.random() * 8, box.y + 5);
      return hover.isVisible();
    }, `a hover with "${text}"`);
    return hover;
  }

  /** Opens the menu of quick fixes at the cursor and gives the titles in it. */
  async fixes() {
    await this.page.keyboard.press('Control+.');
    const rows = this.page.locator('.action-widget .monaco-list-row.action');
    await rows.first().waitFor({ timeout: 15_000 });
    return (await rows.allInnerTexts()).map((title) => title.replace(/\u00a0/g, ' ').trim());
  }

  /** Chooses the fix with this title in the open menu; by keyboard, as the menu swallows the first click. */
  async choose(title) {
    const rows = this.page.locator('.action-widget .monaco-list-row.action');
    const wanted = rows.filter({ hasText: title }).first();
    for (let i = 0; i < 20; i++) {
      if ((await wanted.getAttribute('class')).includes('focused')) break;
      await this.page.keyboard.press('ArrowDown');
    }
    await this.page.keyboard.press('Enter');
  }
}
