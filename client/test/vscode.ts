// What the unit tests need of VS Code's interface: settings that a test can set.

export const values = new Map<string, unknown>();

export const workspace = {
  getConfiguration: (section: string) => ({
    get: (name: string) => values.get(`${section}.${name}`),
    toJSON: () =>
      Object.fromEntries(
        [...values].filter(([name]) => name.startsWith(`${section}.`)).map(([name, value]) => [name.slice(section.length + 1), value]),
      ),
  }),
};
