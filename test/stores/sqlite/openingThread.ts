// A thread that opens a file at the moment when the others do. Answers '' or the error's message.
import { parentPort } from 'node:worker_threads';
import { SqliteFile } from '../../../src/stores/sqlite/sqliteFile.js';

export type Opening = Readonly<{ path: string; arrived: SharedArrayBuffer; threads: number }>;

parentPort?.on('message', ({ path, arrived, threads }: Opening) => {
  const count = new Int32Array(arrived);
  Atomics.add(count, 0, 1);
  while (Atomics.load(count, 0) < threads); // a wait by the clock would not bring them together
  parentPort?.postMessage(opened(path));
});

function opened(path: string): string {
  try {
    const file = new SqliteFile(path, { journal: 'WAL', synchronous: 'FULL' });
    file.exec('CREATE TABLE IF NOT EXISTS rows (value)');
    file.close();
    return '';
  } catch (error) {
    return String(error);
  }
}
