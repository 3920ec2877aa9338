// More than a process may hold, sent by one client at once: the process stays within its memory, and answers.
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Ledger } from '../support/ledger.js';
import type { Journal } from './journal.js';

const SENDERS = 30;
const INFLATED_BYTES = 33_500_000;
/** Not JSON; not read within its minute; no memory for it. */
const ANSWERS: readonly number[] = [400, 408, 503];

/** Resolves when each body was answered, or its connection broke with the process. */
export async function sendHugeBodies({ ref, key }: Ledger, url: string, journal: Journal): Promise<void> {
  const body = await promisify(gzip)(Buffer.alloc(INFLATED_BYTES, ' '));
  const headers = {
    authorization: `Bearer ${key}`,
    'content-type': 'application/json',
    'content-encoding': 'gzip',
  };
  const sendOne = async (): Promise<void> => {
    const status = await fetch(`${url}/api/v1/trial-balances`, { method: 'POST', headers, body })
      .then(async (answer) => {
        await answer.arrayBuffer();
        return answer.status;
      })
      .catch(() => null);
    journal.count(status === null ? 'huge body lost' : `huge body ${status}`);
    if (status !== null && !ANSWERS.includes(status)) journal.problem(`${ref} sent a huge body and got ${status}`);
  };
  await Promise.all(Array.from({ length: SENDERS }, sendOne));
}
