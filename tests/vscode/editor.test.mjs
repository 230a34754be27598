// The way of a person through the first example, in the real VS Code: see, ask, mend, go on.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { ROOT, start, until } from './harness.mjs';

const EXAMPLE = readFileSync(path.join(ROOT, 'examples/double_backward.py'), 'utf8');
const LINES = EXAMPLE.trimEnd().split('\n');
const LAST = LINES.length;
const FIRST = LINES.findIndex((line) => line.startsWith('b.backward()')) + 1;

let vscode;
let editor;

before(async () => {
  vscode = await start({
    files: { 'double_backward.py': EXAMPLE },
    settings: { 'retrograd.interpreter': [path.join(ROOT, '.venv/bin/python')] },
  });
  editor = await vscode.open('double_backward.py');
  await editor.squiggles.first().waitFor({ timeout: 90_000 }).catch(async (error) => {
    await editor.picture('0-no-squiggle');
    throw new Error(`${error}\nlog of the extension:\n${vscode.log()}`);
  });
}, { timeout: 180_000 });

after(() => vscode?.stop());

test('a squiggle is under the second backward, and the Problems panel says why', async () => {
  assert.equal(await editor.squiggles.count(), 1);
  const squiggle = await editor.squiggles.boundingBox();
  const line = await editor.lineBox(LAST);
  assert.ok(Math.abs(squiggle.y - line.y) < line.height, `the squiggle is on line ${LAST}`);
  await editor.picture('1-squiggle');

  await editor.goTo(LAST, 4);
  await editor.page.keyboard.press('Control+Shift+M');
  const row = editor.problems.filter({ hasText: 'second time' }).first();
  await row.waitFor();
  const text = await row.innerText();
  assert.match(text, /retrograd/);
  assert.match(text, /freed-graph/);
  assert.match(text, new RegExp(`Ln ${LAST}, Col 1`));
  const related = editor.problems.filter({ hasText: 'freed here' }).first();
  if (!(await related.isVisible())) await row.locator('.monaco-tl-twistie').first().click();
  await related.waitFor();
  await editor.picture('2-problems');
});

test('the hover says which call freed the graph', async () => {
  const hover = await editor.hover('second time');
  const text = await hover.innerText();
  assert.match(text, new RegExp(`line ${FIRST}`));
  assert.match(text, /freed-graph/);
  await editor.picture('3-hover');
  await editor.page.mouse.move(900, 300);
});

test('the lightbulb offers the fixes, and the chosen one mends the program', async () => {
  await editor.goTo(LAST, 4);
  await editor.page.keyboard.press('Escape');
  await editor.bulb.first().waitFor({ timeout: 15_000 });
  const bulb = await editor.bulb.first().boundingBox();
  const line = await editor.lineBox(LAST);
  assert.ok(Math.abs(bulb.y - line.y) <= line.height, 'the bulb is at the line of the fault');
  await editor.picture('4-lightbulb');

  const titles = await editor.fixes();
  assert.ok(titles.some((title) => title.includes('retain_graph=True')), titles.join('\n'));
  assert.ok(titles.some((title) => title.includes('Rebuild')), titles.join('\n'));
  assert.ok(titles.some((title) => title.includes('Delete')), titles.join('\n'));
  await editor.picture('5-menu');
  await editor.choose('retain_graph=True');

  await until(async () => (await editor.lines())[FIRST - 1] === 'b.backward(retain_graph=True)', 'the edit');
  await until(async () => (await editor.squiggles.count()) === 0, 'the squiggle to vanish');
  await until(async () => (await editor.problems.filter({ hasText: 'freed-graph' }).count()) === 0, 'the problem to vanish');
  await editor.page.keyboard.press('Control+S');
  const mended = [...LINES];
  mended[FIRST - 1] = 'b.backward(retain_graph=True)';
  await until(() => editor.saved('double_backward.py').trimEnd() === mended.join('\n'), 'the saved file');
  await editor.picture('6-mended');
});

test('a fault that is typed brings the squiggle back, and taking it back removes it', async () => {
  await editor.page.keyboard.press('Control+End');
  await editor.page.keyboard.type('b.backward()');
  await until(async () => (await editor.squiggles.count()) > 0, 'the squiggle');
  await editor.picture('7-typed');
  await editor.page.keyboard.press('Control+Z');
  await until(async () => (await editor.squiggles.count()) === 0, 'the squiggle to vanish');
});
