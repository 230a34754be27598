// Installs what the tests in the real VS Code need, and runs them. Without a browser it says so; in CI that is a failure.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
const required = process.env.CI === 'true' || process.env.RETROGRAD_REQUIRE_BROWSER === '1';

const install = spawnSync('bash', [`${here}install.sh`], { stdio: 'inherit' });
if (install.status === 3 && !required) {
  console.log('vscode tests: SKIPPED, because there is no browser (set RETROGRAD_REQUIRE_BROWSER=1 to make this a failure)');
  process.exit(0);
}
if (install.status !== 0) process.exit(1);

const tests = spawnSync(process.execPath, ['--test', '--test-concurrency=1', `${here}editor.test.mjs`], { stdio: 'inherit' });
process.exit(tests.status ?? 1);
