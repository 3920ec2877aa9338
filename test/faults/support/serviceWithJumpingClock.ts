// The service in a process whose wall clock jumps: each SIGUSR2 goes on to the next of CLOCK_JUMPS (milliseconds
// beside the true time, comma-separated) and says so in a line. Timers and the monotonic clock go on as they do
// when a machine's time is set.
const jumps = (process.env['CLOCK_JUMPS'] ?? '0').split(',').map(Number);
const RealDate = Date;
let offsetMs = 0;

class JumpingDate extends RealDate {
  constructor(...given: [] | [number | string | Date]) {
    super(...((given.length === 0 ? [RealDate.now() + offsetMs] : given) as [number]));
  }
  static override now(): number {
    return RealDate.now() + offsetMs;
  }
}
globalThis.Date = JumpingDate as DateConstructor;

process.on('SIGUSR2', () => {
  offsetMs = jumps.shift() ?? 0;
  process.stdout.write(`${JSON.stringify({ clockOffsetMs: offsetMs })}\n`);
});

await import('../../../src/main.js');
