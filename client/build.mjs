// Bundles the extension into one file: what it needs besides VS Code itself is small and starts faster this way.
import { build } from 'esbuild';

await build({
  entryPoints: ['client/src/extension.ts'],
  outfile: 'client/dist/extension.js',
  bundle: true,
  platform: 'node',
  format: 'cjs',
  target: 'node20',
  external: ['vscode'],
  minify: true,
  logLevel: 'warning',
});
