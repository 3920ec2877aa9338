// Progress on stderr: a bar that moves on a terminal, a line now and then elsewhere. How many rows a file has is not
// known before it was read, so the bar tells that work goes on and how far it came.

export type ProgressBar = Readonly<{ add(rows: number): void; end(): void }>;

const WIDTH = 24;
const REDRAW_MS = 100;
const LINE_EVERY = 100_000;

export function createProgressBar(what: string, stream: NodeJS.WriteStream = process.stderr): ProgressBar {
  let count = 0;
  let drawnMs = 0;
  let told = 0;
  const shown = (): string => count.toLocaleString('pt-BR');
  const isTerminal = stream.isTTY;
  return {
    add(rows) {
      count += rows;
      if (isTerminal) {
        const now = performance.now();
        if (now - drawnMs < REDRAW_MS) return;
        drawnMs = now;
        const at = Math.floor(now / REDRAW_MS) % WIDTH;
        const bar = Array.from({ length: WIDTH }, (_, place) => (Math.abs(place - at) < 3 ? '█' : '░')).join('');
        stream.write(`\r${what} ${bar} ${shown()} linhas`);
      } else if (count - told >= LINE_EVERY) {
        told = count;
        stream.write(`${what}: ${shown()} linhas\n`);
      }
    },
    end() {
      if (count === 0) return;
      stream.write(
        isTerminal ? `\r${what} ${'█'.repeat(WIDTH)} ${shown()} linhas\n` : `${what}: ${shown()} linhas\n`,
      );
      count = 0;
    },
  };
}
