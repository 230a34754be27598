// When a server that died is started again: a few times, then no more, so that a broken one does not loop.

export class Restarts {
  readonly #times: number[] = [];

  constructor(
    private readonly most = 4,
    private readonly within = 180_000,
    private readonly now: () => number = Date.now,
  ) {}

  /** The server died: whether to start it again. */
  died(): boolean {
    const now = this.now();
    this.#times.push(now);
    while (this.#times.length > 0 && now - (this.#times[0] ?? now) > this.within) {
      this.#times.shift();
    }
    return this.#times.length <= this.most;
  }

  /** Somebody asked for a new start: what was before does not count. */
  forget(): void {
    this.#times.length = 0;
  }
}
