// The interpreter that is chosen in the Python extensions, whichever of their interfaces is there.
import * as vscode from 'vscode';

interface PythonApi {
  environments?: {
    getActiveEnvironmentPath?: (resource?: vscode.Uri) => { path?: string } | undefined;
    resolveEnvironment?: (environment: unknown) => Promise<{ executable?: { uri?: vscode.Uri } } | undefined>;
    onDidChangeActiveEnvironmentPath?: vscode.Event<unknown>;
  };
}

interface EnvironmentsApi {
  getEnvironment?: (scope?: vscode.Uri) => Promise<{ execInfo?: { run?: { executable?: string } } } | undefined>;
  onDidChangeEnvironment?: vscode.Event<unknown>;
}

/** The executable of the chosen environment; undefined where no extension tells one. */
export async function activeInterpreter(resource?: vscode.Uri): Promise<string | undefined> {
  try {
    const environments = await exportsOf<EnvironmentsApi>('ms-python.vscode-python-envs');
    const executable = (await environments?.getEnvironment?.(resource))?.execInfo?.run?.executable;
    if (executable !== undefined) {
      return executable;
    }
    const python = (await exportsOf<PythonApi>('ms-python.python'))?.environments;
    const active = python?.getActiveEnvironmentPath?.(resource);
    const resolved = active === undefined ? undefined : await python?.resolveEnvironment?.(active);
    return resolved?.executable?.uri?.fsPath ?? active?.path;
  } catch {
    return undefined;
  }
}

/** Calls back when another environment is chosen. */
export async function onChange(callback: () => void): Promise<vscode.Disposable[]> {
  try {
    const environments = await exportsOf<EnvironmentsApi>('ms-python.vscode-python-envs');
    const python = (await exportsOf<PythonApi>('ms-python.python'))?.environments;
    return [environments?.onDidChangeEnvironment?.(callback), python?.onDidChangeActiveEnvironmentPath?.(callback)].filter(
      (listener): listener is vscode.Disposable => listener !== undefined,
    );
  } catch {
    return [];
  }
}

async function exportsOf<T>(id: string): Promise<T | undefined> {
  const extension = vscode.extensions.getExtension<T>(id);
  if (extension === undefined) {
    return undefined;
  }
  return extension.isActive ? extension.exports : await extension.activate();
}
