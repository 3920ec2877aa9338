// The server as a process of its own, to be killed and stopped by signals: node main.js --port 2113 --dir folder.
// Prints its connection string once it serves. A parent process may inject faults by messages.
import { parseArgs } from 'node:util';
import type { Call, Fault } from './faults.js';
import { startEventStoreServer } from './server.js';

export type FaultMessage = Readonly<{ call: Call; fault: Fault; times: number }>;

const { values } = parseArgs({
  options: { port: { type: 'string', default: '2113' }, dir: { type: 'string', default: './eventstore' } },
});
const server = await startEventStoreServer({ folder: values.dir, port: Number(values.port) });
process.on('message', ({ call, fault, times }: FaultMessage) => server.faults.inject(call, fault, times));
process.on('disconnect', () => process.exit());
for (const signal of ['SIGTERM', 'SIGINT'] as const)
  process.on(signal, () => void server.stop().then(() => process.exit()));
process.stdout.write(`${server.url}\n`);
