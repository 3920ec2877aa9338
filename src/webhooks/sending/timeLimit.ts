/** Breaks off whatever is under way when the time is over. An `AbortSignal` would cost each attempt several times more. */
export class TimeLimit {
  isOver = false;
  #breakOff: () => void = () => undefined;
  readonly #timer: NodeJS.Timeout;

  constructor(milliseconds: number) {
    this.#timer = setTimeout(() => {
      this.isOver = true;
      this.#breakOff();
    }, milliseconds);
  }

  /** What is under way now. */
  holds(breakOff: () => void): void {
    this.#breakOff = breakOff;
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
